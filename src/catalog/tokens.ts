/**
 * Bearer tokens and the role that each gives: from a file that only its owner can read, and from `READBACK_TOKENS`.
 *
 * Guarantees: no token is kept as it is, only its SHA-256; a given one is compared with every known one in the same time, whichever it is;
 * messages never repeat a token. Not covered: expiry and revocation while the server runs.
 */

import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { ReadbackError } from "../model/errors.ts";
import type { Role } from "../model/library-answer.ts";
import { readPrivateFile } from "../fs/small-file.ts";
import { faultsText } from "./config.ts";
import { judgeJson } from "./json-text.ts";

const TOKENS_BYTES = 1024 * 1024;
const TOKEN = /^[A-Za-z0-9._~+/=-]{16,512}$/;

const tokensSchema = z
  .array(
    z.strictObject({
      token: z
        .string()
        .regex(TOKEN, "a token holds 16 to 512 letters, digits, or `.`, `_`, `~`, `+`, `/`, `=`, `-`"),
      role: z.enum(["reader", "editor"]),
    }),
  )
  .max(1000);

type Entry = z.output<typeof tokensSchema>[number];

export class TokenTable {
  readonly #known: readonly { readonly digest: Buffer; readonly role: Role }[];

  constructor(entries: readonly Entry[]) {
    this.#known = entries.map(({ token, role }) => ({ digest: digestOf(token), role }));
  }

  get size(): number {
    return this.#known.length;
  }

  /** The role that a token gives; undefined for one that is not known. */
  roleOf(token: string): Role | undefined {
    const given = digestOf(token);
    let role: Role | undefined;
    for (const known of this.#known) if (timingSafeEqual(known.digest, given)) role = known.role;
    return role;
  }
}

function digestOf(token: string): Buffer {
  return createHash("sha256").update(token, "utf8").digest();
}

export function readTokens(file: string | null): TokenTable {
  const entries = [...(file === null ? [] : fromFile(file)), ...fromEnvironment()];
  const seen = new Set<string>();
  for (const { token } of entries) {
    if (seen.has(token))
      throw new ReadbackError("invalid_request", "a bearer token is given twice", {
        hint: "each token stands for one role",
      });
    seen.add(token);
  }
  return new TokenTable(entries);
}

function fromFile(file: string): readonly Entry[] {
  const { text } = readPrivateFile(file, TOKENS_BYTES, "the file of bearer tokens");
  const judged = judgeJson(text, tokensSchema);
  if (!judged.ok)
    throw new ReadbackError(
      "invalid_request",
      `the file of bearer tokens is wrong at ${faultsText(judged.faults)}`,
      { hint: 'it holds a list such as [{ "token": "…", "role": "reader" }]' },
    );
  return judged.value;
}

/** `READBACK_TOKENS`: `reader:TOKEN` and `editor:TOKEN`, with white space or commas between them. */
function fromEnvironment(): readonly Entry[] {
  const parts = (process.env["READBACK_TOKENS"] ?? "").split(/[\s,]+/).filter((part) => part !== "");
  return parts.map((part) => {
    const colon = part.indexOf(":");
    const role = part.slice(0, Math.max(0, colon));
    const token = part.slice(colon + 1);
    if ((role !== "reader" && role !== "editor") || !TOKEN.test(token))
      throw new ReadbackError("invalid_request", "`READBACK_TOKENS` cannot be read", {
        hint: "it holds `reader:TOKEN` or `editor:TOKEN`, several with commas between them; a token has at least 16 characters",
      });
    return { token, role };
  });
}
