/** What the package says of itself, for the faces. */

import { packageRoot, packageVersion } from "../fs/package-root.ts";

export function packageFacts(): { readonly version: string; readonly root: string } {
  return { version: packageVersion(), root: packageRoot() };
}
