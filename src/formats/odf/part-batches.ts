/**
 * A part read chunk by chunk into batches of units. Guarantees: memory is O(chunk + what the walker holds); the time budget ends the reading
 * between chunks, and `outOfTime` says so; damage is thrown after the units before it were handed out.
 */

import { ReadbackError } from "../../model/errors.ts";
import type { ExtractOptions, Unit } from "../../model/unit.ts";
import type { OfficePackage, XmlEvents } from "../container/interfaces.ts";
import { XmlReader } from "../container/xml.ts";

const BATCH_UNITS = 256;

export interface PartWalk {
  readonly part: string;
  readonly walker: XmlEvents & { flush(): void };
  /** What the walker has handed out; emptied here. */
  readonly units: Unit[];
  outOfTime: boolean;
}

export async function* partBatches(
  container: OfficePackage,
  walk: PartWalk,
  options: ExtractOptions,
): AsyncGenerator<readonly Unit[]> {
  const reader = new XmlReader(walk.walker, options, walk.part);
  let damage: unknown;
  try {
    for await (const chunk of container.open(walk.part)) {
      walk.outOfTime = options.meter.spent();
      if (walk.outOfTime) break;
      reader.write(chunk);
      if (walk.units.length >= BATCH_UNITS) yield* taken(walk.units);
    }
    if (!walk.outOfTime) reader.end();
  } catch (error) {
    if (!(error instanceof ReadbackError) || error.code !== "damaged") throw error;
    damage = error;
  }
  walk.walker.flush();
  yield* taken(walk.units);
  if (damage !== undefined) throw damage;
}

function* taken(units: Unit[]): Generator<readonly Unit[]> {
  const all = units.splice(0);
  for (let at = 0; at < all.length; at += BATCH_UNITS) yield all.slice(at, at + BATCH_UNITS);
}
