/**
 * The whole rule table, and its anchors as keywords for a prefilter.
 *
 * Guarantees: a text that holds no keyword of a tier has no finding of that tier, so a chunk of bytes without any may be skipped (with an
 * overlap of `KEYWORD_OVERLAP` bytes, and only where anchors broken over two lines need not be found: a prefilter works on whole lines).
 */

import type { Rule, Tier } from "./rule.ts";
import { CLOUD } from "./rules/cloud.ts";
import { CODE_HOSTS } from "./rules/code-hosts.ts";
import { CREDENTIALS } from "./rules/credentials.ts";
import { GENERIC } from "./rules/generic.ts";
import { KEYS } from "./rules/keys.ts";
import { MODELS } from "./rules/models.ts";
import { OPERATIONS } from "./rules/operations.ts";
import { PAYMENTS } from "./rules/payments.ts";
import { SERVICES } from "./rules/services.ts";
import { URL_PASSWORD, URL_PASSWORD_REACH } from "./url-password.ts";

export const RULES: readonly Rule[] = [
  ...KEYS,
  ...CLOUD,
  ...CODE_HOSTS,
  ...MODELS,
  ...SERVICES,
  ...PAYMENTS,
  ...OPERATIONS,
  URL_PASSWORD,
  ...CREDENTIALS,
  ...GENERIC,
];

export interface Keyword {
  /** ASCII. */
  readonly text: string;
  /** Letters of either case count. */
  readonly caseInsensitive: boolean;
  readonly tier: Tier;
  /** The keyword only counts where this character follows within so many characters, with no white space between. */
  readonly followedBy?: { readonly character: string; readonly within: number };
}

/** Every anchor of every rule, once; `://` counts only with an `@` behind it. */
export const KEYWORDS: readonly Keyword[] = keywords();

function keywords(): Keyword[] {
  const found = new Map<string, Keyword>();
  for (const rule of RULES) {
    if (rule === URL_PASSWORD) continue;
    for (const anchor of rule.anchors) {
      const text = rule.ignoreCase ? anchor.toLowerCase() : anchor;
      const key = `${text} ${rule.ignoreCase}`;
      if (found.get(key)?.tier !== "high")
        found.set(key, { text, caseInsensitive: rule.ignoreCase, tier: rule.tier });
    }
  }
  return [
    ...found.values(),
    {
      text: "://",
      caseInsensitive: false,
      tier: "high",
      followedBy: { character: "@", within: URL_PASSWORD_REACH },
    },
  ];
}

export const KEYWORD_OVERLAP = Math.max(...KEYWORDS.map((keyword) => keyword.text.length)) - 1;
