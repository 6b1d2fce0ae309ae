/**
 * Progress for a client that asked for it. Guarantees: the figure strictly grows, as the protocol demands; nothing is sent after the result.
 */

const INTERVAL_MS = 200;

export type SendProgress = (progress: number, total: number | undefined) => void;

export class Progress {
  readonly #send: SendProgress | undefined;
  readonly #now: () => number;
  #highest = 0;
  #last = -Infinity;
  #ended = false;

  constructor(send: SendProgress | undefined, now: () => number = () => performance.now()) {
    this.#send = send;
    this.#now = now;
  }

  /** `total` is left out where it is not known, or was passed already (a file is gone through twice for a sample). */
  report(done: number, total: number | null): void {
    if (this.#send === undefined || this.#ended || done <= this.#highest) return;
    const now = this.#now();
    if (now - this.#last < INTERVAL_MS) return;
    this.#highest = done;
    this.#last = now;
    this.#send(done, total !== null && total >= done ? total : undefined);
  }

  end(): void {
    this.#ended = true;
  }
}
