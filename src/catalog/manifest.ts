/**
 * The manifest of a library: which documents there are, for whom, and under which file (specification: library).
 *
 * Guarantees: read anew on every call; a manifest that is missing, no JSON, has an id twice or a key that is not known is one fault of the
 * whole source, told to the operator with its place; `visible` is chosen before any id is looked up, so that searching and reading cannot
 * disagree. Not covered: whether a record's file can be opened, which its reading shows.
 */

import { z } from "zod";
import { ReadbackError } from "../model/errors.ts";
import type { Role } from "../model/library-answer.ts";
import type { Root } from "../fs/interfaces.ts";
import { readFileInRoot } from "../fs/small-file.ts";
import { faultsText } from "./config.ts";
import { judgeJson } from "./json-text.ts";

export interface LibraryRecord {
  readonly id: string;
  readonly title: string;
  /** The editor's own public address: handed on as it stands, never fetched. */
  readonly url: string;
  /** Relative to the source's root. Never part of an answer. */
  readonly path: string;
  readonly access: Role;
}

export const DOCUMENT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const MANIFEST_BYTES = 16 * 1024 * 1024;

const manifestSchema = z.strictObject({
  documents: z.array(
    z.strictObject({
      id: z.string().regex(DOCUMENT_ID, "an id holds 1 to 64 letters, digits, `.`, `_`, `-`"),
      title: z.string().max(1000),
      url: z.string().max(4096),
      path: z.string().min(1).max(4096),
      access: z.enum(["reader", "editor"]),
    }),
  ),
});

/** Every record. Throws `source_offline`; the operator's sentence is in `cause`. */
export function readManifest(root: Root, path: string): readonly LibraryRecord[] {
  let text: string;
  try {
    ({ text } = readFileInRoot(root, path, MANIFEST_BYTES, "the manifest"));
  } catch (thrown) {
    throw offline(
      root.key,
      thrown instanceof ReadbackError ? thrown.message : "the manifest cannot be read",
      thrown,
    );
  }
  const last = judgedLast.get(root);
  if (last?.path === path && last.text === text) return last.documents;
  const judged = judgeJson(text, manifestSchema);
  if (!judged.ok) throw offline(root.key, `the manifest is wrong at ${faultsText(judged.faults)}`);
  const { documents } = judged.value;
  const seen = new Set<string>();
  for (const { id } of documents) {
    if (seen.has(id)) throw offline(root.key, `the manifest names the id \`${id}\` twice`);
    seen.add(id);
  }
  judgedLast.set(root, { path, text, documents });
  return documents;
}

/** The manifest that was judged last: the same text need not be judged again. The file itself is read for every call. */
const judgedLast = new WeakMap<
  Root,
  { readonly path: string; readonly text: string; readonly documents: readonly LibraryRecord[] }
>();

export function visible(records: readonly LibraryRecord[], role: Role): readonly LibraryRecord[] {
  return records.filter((record) => role === "editor" || record.access === "reader");
}

/** What the operator is told; a client hears of the source only that it is not there. */
export class ManifestFault extends Error {
  readonly source: string;

  constructor(source: string, problem: string, cause?: unknown) {
    super(problem, cause === undefined ? undefined : { cause });
    this.name = "ManifestFault";
    this.source = source;
  }
}

function offline(source: string, problem: string, cause?: unknown): ReadbackError {
  return new ReadbackError("source_offline", `the library \`${source}\` cannot be read at the moment`, {
    hint: "its operator can see the reason with `readback doctor`",
    cause: new ManifestFault(source, problem, cause),
  });
}
