/**
 * Events without the doubles of `mc:AlternateContent`: the first Choice is taken, further Choices and the Fallback are skipped; a Fallback is taken only where there
 * is no Choice. The wrappers themselves give no event.
 *
 * Source: ECMA-376 part 3 (Markup Compatibility), section 7.
 * Not covered: `Requires` is not judged. Text stands in both branches, once for newer and once for older programs, and the Choice is what current ones show.
 */

import type { XmlEvents } from "./interfaces.ts";

export function withoutAlternates(inner: XmlEvents): XmlEvents {
  /** For each open AlternateContent: whether a branch was taken. */
  const taken: boolean[] = [];
  /** Open elements inside a branch that is skipped. */
  let skipped = 0;
  return {
    open(name, attributes, selfClosing, namespace) {
      if (skipped > 0) skipped++;
      else if (namespace !== "mc") inner.open?.(name, attributes, selfClosing, namespace);
      else if (name === "AlternateContent") taken.push(false);
      else if (name === "Choice" || name === "Fallback") {
        if (taken.at(-1) === true) skipped = 1;
        else if (taken.length > 0) taken[taken.length - 1] = true;
      }
    },
    close(name, namespace) {
      if (skipped > 0) skipped--;
      else if (namespace !== "mc") inner.close?.(name, namespace);
      else if (name === "AlternateContent") taken.pop();
    },
    text(text) {
      if (skipped === 0) inner.text?.(text);
    },
  };
}
