/**
 * The attacker: exchanges two entries of a folder as fast as it can until its parent ends it.
 * `node swapper.mjs FIRST SECOND`: plain renames through a third name, with a gap in which FIRST is missing.
 */

import { renameSync } from "node:fs";

const [first, second] = process.argv.slice(2);
const third = `${first}.third`;
process.send?.("ready");
process.on("disconnect", () => process.exit(0));

function burst() {
  for (let turn = 0; turn < 500; turn += 1) {
    renameSync(first, third);
    renameSync(second, first);
    renameSync(third, second);
  }
  setImmediate(burst);
}
burst();
