/**
 * The token of a discovered candidate: base64url of JSON `{ v, source, path, size, mtime_ns, root }` (specification: originals).
 *
 * Guarantees: `decodeToken` gives exactly what `encodeToken` was given, or throws `invalid_request` and nothing else, whatever it is fed.
 * Not covered: a token is a name, not a secret and no right; whoever uses one compares all of it with what stands there now.
 */

import { ReadbackError } from "./errors.ts";

export interface Candidate {
  /** Key of the source. */
  readonly source: string;
  /** Relative to the source, with forward slashes. */
  readonly path: string;
  readonly size: number;
  readonly mtimeNs: bigint;
  /** Digest of the root commitment, lower-case hex. */
  readonly root: string;
}

const VERSION = 1;
const TOKEN_CHARS = 16_384;
const KEYS = "mtime_ns,path,root,size,source,v";
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function encodeToken(candidate: Candidate): string {
  return encode(
    JSON.stringify({
      v: VERSION,
      source: candidate.source,
      path: candidate.path,
      size: candidate.size,
      mtime_ns: String(candidate.mtimeNs),
      root: candidate.root,
    }),
  );
}

function encode(text: string): string {
  let binary = "";
  for (const byte of encoder.encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export function decodeToken(token: string): Candidate {
  const candidate = parse(token);
  // One candidate has one token: spare bits, other orders of keys and other spellings of a number are edits.
  if (candidate === null || encodeToken(candidate) !== token)
    throw new ReadbackError("invalid_request", "`token` is not a token of `discover`", {
      hint: "discover the file again and use its token unchanged",
    });
  return candidate;
}

function parse(token: string): Candidate | null {
  if (token.length > TOKEN_CHARS || !/^[A-Za-z0-9_-]+$/.test(token)) return null;
  let value: unknown;
  try {
    const binary = atob(token.replaceAll("-", "+").replaceAll("_", "/"));
    value = JSON.parse(decoder.decode(Uint8Array.from(binary, (byte) => byte.charCodeAt(0))));
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || Object.keys(value).toSorted().join(",") !== KEYS)
    return null;
  const { v, source, path, size, mtime_ns: mtime, root } = value as Record<string, unknown>;
  if (v !== VERSION || typeof source !== "string" || source === "" || source.length > 255) return null;
  if (typeof path !== "string" || path === "" || path.length > 4096 || path.includes("\0")) return null;
  if (typeof size !== "number" || !Number.isSafeInteger(size) || size < 0) return null;
  if (typeof mtime !== "string" || !/^-?\d{1,20}$/.test(mtime)) return null;
  if (typeof root !== "string" || !/^[0-9a-f]{32}$/.test(root)) return null;
  return { source, path, size, mtimeNs: BigInt(mtime), root };
}
