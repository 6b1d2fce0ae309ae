/** Key material in published encodings: armoured private keys, JSON Web Keys and Tokens, age, WireGuard, Nostr. */

import { isMixed } from "../judges.ts";
import { findJwt } from "../jwt.ts";
import { earliestPrivateKey, findEncodedKey, findPrivateKey, findPuttyKey } from "../private-key.ts";
import { named, shaped } from "../rule.ts";
import type { Rule } from "../rule.ts";

const JWK = "RFC 7517 and RFC 7518 section 6: parameters of private and symmetric keys";
const jwkAnchors = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => [`"${name}":"`, `"${name}": "`]);

export const KEYS: readonly Rule[] = [
  {
    shape: "structure",
    kind: "private_key",
    tier: "high",
    source: "RFC 7468 section 10 and 11; RFC 4880 section 6.2; RFC 4716; OpenSSH PROTOCOL.key",
    anchors: ["PRIVATE KEY", "PRIVATE+KEY", "PRIVATE%20KEY"],
    ignoreCase: false,
    wordStart: false,
    rank: 0,
    find: findPrivateKey,
    earliest: earliestPrivateKey,
  },
  {
    shape: "structure",
    kind: "private_key",
    tier: "high",
    source: "PuTTY manual, appendix: PPK file format",
    anchors: ["Private-Lines:"],
    ignoreCase: false,
    wordStart: false,
    rank: 0,
    find: findPuttyKey,
    earliest: (_text, position) => position,
  },
  {
    shape: "structure",
    kind: "private_key",
    tier: "high",
    source: "Kubernetes: kubeconfig, `client-key-data`; Secret, `tls.key` (base64 of an armoured key)",
    anchors: ["LS0tLS1CRUdJTi"],
    ignoreCase: false,
    wordStart: false,
    rank: 0,
    find: findEncodedKey,
    earliest: (_text, position) => position,
  },
  {
    shape: "structure",
    kind: "jwt",
    tier: "high",
    source: "RFC 7519; RFC 7515 section 7.1; RFC 7516 section 7.1",
    anchors: ["eyJ"],
    follow: "A-Za-z0-9",
    ignoreCase: false,
    wordStart: false,
    rank: 1,
    find: findJwt,
    earliest: (_text, position) => position,
  },
  named({
    kind: "jwk_private_key",
    source: JWK,
    rank: 0,
    caseSensitive: true,
    anchors: jwkAnchors(["d", "p", "q", "dp", "dq", "qi"]),
    assign: ["", 0],
    value: ['[A-Za-z0-9_-]{42,2800}(?=")', 2801],
    judge: isMixed,
  }),
  named({
    kind: "jwk_private_key",
    source: JWK,
    rank: 0,
    caseSensitive: true,
    anchors: jwkAnchors(["k"]),
    assign: ["", 0],
    value: [
      String.raw`(?<=(?:"oct"[^\r\n]{0,200})"k": ?")[A-Za-z0-9_-]{22,700}(?=")|[A-Za-z0-9_-]{22,700}(?="[^\r\n]{0,200}"oct")`,
      910,
    ],
  }),
  shaped({
    kind: "age_secret_key",
    source: "age file format, C2SP: identities in Bech32",
    anchors: ["AGE-SECRET-KEY-", "age-secret-key-"],
    pattern: "(?:AGE-SECRET-KEY-(?:PQ-)?1[02-9A-Z]{58,120}|age-secret-key-(?:pq-)?1[02-9a-z]{58,120})",
    after: 144,
    wraps: true,
  }),
  named({
    kind: "wireguard_private_key",
    source: "wg(8): configuration file format, PrivateKey and PresharedKey",
    rank: 0,
    caseSensitive: true,
    anchors: ["PrivateKey", "PresharedKey"],
    assign: [String.raw`[ \t]{0,8}=[ \t]{0,8}`, 17],
    value: ["[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=", 44],
  }),
  shaped({
    kind: "nostr_private_key",
    source: "Nostr NIP-19: bech32-encoded entities",
    anchors: ["nsec1"],
    wordStart: true,
    pattern: `nsec1[02-9ac-hj-np-z]{58}(?![A-Za-z0-9])`,
    after: 66,
    wraps: true,
  }),
];
