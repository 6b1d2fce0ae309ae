/** Everything, if it fits; otherwise only what a sample needs to know: how many units there are and how long they are. */

import type { Unit } from "../../model/unit.ts";
import { PassageList } from "./passage-list.ts";
import type { Collected, Collector } from "./collector.ts";

export interface Measured {
  /** Units in the order of the stream. */
  readonly units: number;
  readonly chars: number;
}

export class WholeCollector implements Collector {
  #list: PassageList;
  #overflow = false;
  #units = 0;
  #chars = 0;

  constructor(maxChars: number) {
    this.#list = new PassageList(maxChars);
  }

  take(units: readonly Unit[]): void {
    for (const unit of units) {
      this.#units += 1;
      this.#chars += (unit.text?.length ?? 0) + 1;
      if (this.#overflow) continue;
      if (!this.#list.add(unit)) {
        this.#overflow = true;
        this.#list = new PassageList(0);
      }
    }
  }

  get overflow(): boolean {
    return this.#overflow;
  }

  get measured(): Measured {
    return { units: this.#units, chars: this.#chars };
  }

  finish(): Collected {
    return { mode: "whole", passages: this.#list.finish(), stopReason: null };
  }
}
