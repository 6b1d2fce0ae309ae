/** Named moments of a read at which a test changes the file: given by parameter, or for a whole test run by `setHooks`. Nothing else uses them. */

import type { Hooks } from "./interfaces.ts";

let everywhere: Hooks = {};

/** Sets the hooks of all reads of this process; returns what puts the former ones back. */
export function setHooks(hooks: Hooks): () => void {
  const former = everywhere;
  everywhere = hooks;
  return () => {
    everywhere = former;
  };
}

/** The hooks of one read: its own and those set for all. */
export function hooksFor(own: Hooks | undefined): Required<Hooks> {
  return {
    afterOpen: (path) => {
      own?.afterOpen?.(path);
      everywhere.afterOpen?.(path);
    },
    duringRead: (path, bytesRead) => {
      own?.duringRead?.(path, bytesRead);
      everywhere.duringRead?.(path, bytesRead);
    },
    afterRead: (path) => {
      own?.afterRead?.(path);
      everywhere.afterRead?.(path);
    },
    beforeSeal: (path) => {
      own?.beforeSeal?.(path);
      everywhere.beforeSeal?.(path);
    },
  };
}
