/**
 * Low tier: a name such as `password`, a value that looks chosen or random. Reported, never hidden, because request ids, hashes and
 * examples have the same shape. The anchors are everyday words, so they are kept apart from those of the high tier.
 */

import { isSecretLike } from "../judges.ts";
import { QUOTE, named, shaped } from "../rule.ts";
import type { Rule } from "../rule.ts";

const ASSIGNED = String.raw`[A-Za-z0-9_]{0,16}(?:${QUOTE})?\]?[ \t]{0,8}(?:=>|:=|={1,3}|:)[ \t]{0,8}(?:${QUOTE})?`;
const REACH = 16 + 5 + 8 + 3 + 8 + 4;
const COMMON = "Common Weakness Enumeration: CWE-798, CWE-312";

/** No call, path, type or member access: code that assigns a variable, and not a value. */
const isValue = (value: string): boolean =>
  !/^[A-Za-z_$][\w$]*(?:\.[\w$]+)+$|\(|^\/|\/\/|^0x[0-9a-f]+$/i.test(value);

export const GENERIC: readonly Rule[] = [
  named({
    kind: "possible_password",
    source: COMMON,
    tier: "low",
    rank: 3,
    anchors: ["password", "passwd", "passphrase", "passwort"],
    assign: [ASSIGNED, REACH],
    value: [String.raw`[^\s"'\x60,;<>]{6,128}`, 128],
    judge: (value) => isSecretLike(value, 2.2) && isValue(value),
  }),
  named({
    kind: "possible_secret",
    source: COMMON,
    tier: "low",
    rank: 3,
    anchors: [
      "secret",
      "api_key",
      "apikey",
      "api-key",
      "access_key",
      "accesskey",
      "token",
      "credential",
      "encryption_key",
    ],
    assign: [ASSIGNED, REACH],
    value: ["[A-Za-z0-9_+/=~.-]{16,200}", 200],
    judge: (value) => isSecretLike(value, 3.3) && isValue(value),
  }),
  named({
    kind: "possible_password",
    source: "netrc(5)",
    tier: "low",
    rank: 3,
    anchors: [" login "],
    assign: [String.raw`[^\s]{1,64}\s{1,8}password\s{1,8}`, 90],
    value: [String.raw`[^\s]{4,128}`, 128],
    judge: (value) => isSecretLike(value, 2),
  }),
  shaped({
    kind: "password_hash",
    source: "crypt(5): hashing methods; PHC string format",
    tier: "low",
    rank: 3,
    anchors: ["$2a$", "$2b$", "$2y$", "$5$", "$6$", "$y$", "$1$", "$apr1$", "$argon2"],
    follow: "A-Za-z0-9./",
    pattern: String.raw`\$(?:2[aby]\$\d\d\$[./A-Za-z0-9]{53}|(?:[156y]|apr1)\$[^\s:$]{1,64}\$[./A-Za-z0-9$]{22,128}|argon2(?:id?|d)\$[A-Za-z0-9$=,+/]{40,200})`,
    after: 220,
  }),
];
