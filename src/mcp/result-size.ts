/**
 * How large one result may be. Hosts put results of more than 50,000 characters aside, and a line of 10 MiB ends a client's session. Both are
 * kept by one bound on the JSON, which goes out twice: as a value and, escaped once more, as text.
 *
 * Guarantees: a value that is too large, whatever had to be escaped in it, is produced again with a smaller limit, so that it is cut where the
 * service cuts, and names the next call.
 */

import { limitExceeded } from "../model/budget.ts";
import { MAX_CHARS_MIN } from "../model/request.ts";
import type { Wire } from "../model/wire.ts";

/** Characters of a result's JSON. */
export const RESULT_CHARS = 49_000;
const ATTEMPTS = 4;

/** `most` and `least` are limits of the service that `produce` asks: characters, lines, results. */
export async function withinResultSize(
  most: number,
  produce: (limit: number) => Promise<Wire>,
  least = MAX_CHARS_MIN,
): Promise<Wire> {
  let limit = most;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const value = await produce(limit);
    const size = JSON.stringify(value).length;
    if (size <= RESULT_CHARS) return value;
    if (limit <= least) break;
    limit = Math.max(least, Math.floor(limit * (RESULT_CHARS / size) * 0.85));
  }
  throw limitExceeded("the answer does not fit into one result");
}
