/**
 * One library: a folder with its manifest, and the documents that a role may see.
 *
 * Guarantees: the manifest is read anew for every call; what is wrong with it, or with a record of it, goes to the operator and never to a
 * client: a record whose file is not there, cannot be opened or lies outside is `unavailable`, as an id that nobody gave is. Whatever else
 * fails is told by the document's id in our own sentence, without its path.
 */

import { ReadbackError } from "../model/errors.ts";
import type { ErrorCode } from "../model/errors.ts";
import type { Role } from "../model/library-answer.ts";
import type { SecretPolicy } from "../model/answer.ts";
import { ManifestFault, readManifest, visible } from "../catalog/manifest.ts";
import type { LibraryRecord } from "../catalog/manifest.ts";
import type { Original, Root } from "../fs/interfaces.ts";
import { openOriginal } from "../fs/original.ts";
import { openRoot } from "../fs/root.ts";
import { readDocumentText } from "../reading/document-text.ts";
import type { DocumentText } from "../reading/document-text.ts";

export interface LibraryConfig {
  readonly key: string;
  /** Absolute. */
  readonly root: string;
  /** Relative to the root. */
  readonly manifest: string;
  readonly secrets: SecretPolicy;
}

/** Told to the operator: the library, and what is wrong. */
export type Report = (library: string, problem: string) => void;

export interface ReadLimits {
  readonly signal: AbortSignal;
  readonly ms: number;
}

export function unavailable(): ReadbackError {
  return new ReadbackError("unavailable", "no document of that id is available", {
    hint: "use an id that `library_search` returned",
  });
}

/** What a client may know of a visible document that was opened and could not be read. */
const SENTENCES: Partial<Record<ErrorCode, string>> = {
  unsupported_format: "is not a text; its editor can publish a text version of it",
  changed_during_read: "changed while it was read; ask again",
  limit_exceeded: "was not read within its limits",
  damaged: "cannot be decoded",
  withheld: "holds a secret and is withheld",
};

export class LibrarySource {
  readonly key: string;
  readonly #config: LibraryConfig;
  readonly #documentBytes: number;
  readonly #report: Report;
  #root: Root | undefined;

  constructor(config: LibraryConfig, documentBytes: number, report: Report) {
    this.key = config.key;
    this.#config = config;
    this.#documentBytes = documentBytes;
    this.#report = report;
  }

  /** The documents that the role may see now, in the manifest's order. Throws `source_offline`. */
  documents(role: Role): readonly LibraryRecord[] {
    try {
      return visible(readManifest(this.#openRoot(), this.#config.manifest), role);
    } catch (thrown) {
      if (!(thrown instanceof ReadbackError)) throw thrown;
      const { cause } = thrown;
      this.#report(this.key, cause instanceof ManifestFault ? cause.message : thrown.message);
      throw new ReadbackError("source_offline", "a library cannot be read at the moment", {
        hint: "its operator can see the reason with `readback doctor`; documents of other libraries can be read",
        cause: thrown,
      });
    }
  }

  /** Whether the record's file can be opened. Nothing of it is read. */
  opens(record: LibraryRecord): boolean {
    try {
      this.#open(record).close();
      return true;
    } catch (thrown) {
      if (thrown instanceof ReadbackError) return false;
      throw thrown;
    }
  }

  async read(record: LibraryRecord, limits: ReadLimits): Promise<DocumentText> {
    const original = this.#open(record);
    try {
      if (original.identity.size > BigInt(this.#documentBytes))
        throw new ReadbackError(
          "too_large",
          `the document \`${record.id}\` is larger than ${this.#documentBytes} bytes`,
          { hint: "its editor can publish it in parts, or raise `limits.library_document_bytes`" },
        );
      return await readDocumentText(original, { ...limits, policy: this.#config.secrets });
    } catch (thrown) {
      if (!(thrown instanceof ReadbackError) || thrown.code === "too_large") throw thrown;
      const sentence = SENTENCES[thrown.code];
      if (sentence === undefined) throw this.#broken(record, thrown);
      throw new ReadbackError(thrown.code, `the document \`${record.id}\` ${sentence}`, { cause: thrown });
    } finally {
      original.close();
    }
  }

  close(): void {
    this.#root?.close();
    this.#root = undefined;
  }

  #open(record: LibraryRecord): Original {
    try {
      return openOriginal(this.#openRoot(), record.path);
    } catch (thrown) {
      if (!(thrown instanceof ReadbackError)) throw thrown;
      throw this.#broken(record, thrown);
    }
  }

  #broken(record: LibraryRecord, thrown: ReadbackError): ReadbackError {
    this.#report(this.key, `the document \`${record.id}\` cannot be opened: ${thrown.message}`);
    return unavailable();
  }

  /** A folder that was exchanged, as a new edition is put in its place, is opened again. */
  #openRoot(): Root {
    try {
      this.#root?.verify();
    } catch (thrown) {
      if (!(thrown instanceof ReadbackError)) throw thrown;
      this.close();
    }
    this.#root ??= openRoot(this.key, this.#config.root);
    return this.#root;
  }
}
