/** The folder of the installed package, found from this file upwards, so that bundled and unbundled code agree on where parts are. */

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

let found: string | undefined;

export function packageRoot(): string {
  if (found !== undefined) return found;
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let parent = dirname(folder); parent !== folder; folder = parent, parent = dirname(folder)) {
    const manifest = join(folder, "package.json");
    if (
      existsSync(manifest) &&
      (JSON.parse(readFileSync(manifest, "utf8")) as { name?: string }).name === "readback"
    ) {
      found = folder;
      return folder;
    }
  }
  throw new Error("the package's own folder was not found");
}

export function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as {
    version: string;
  };
  return manifest.version;
}
