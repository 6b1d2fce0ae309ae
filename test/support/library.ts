/** A library in a temporary folder: records with their texts, a manifest, and a configuration that names it. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface TestRecord {
  readonly id: string;
  readonly text?: string | Uint8Array;
  readonly title?: string;
  readonly access?: "reader" | "editor";
  /** By default the id with `.txt`; written only where there is a text. */
  readonly path?: string;
}

export class TestLibrary {
  readonly folder = mkdtempSync(join(tmpdir(), "readback-library-"));
  readonly root = join(this.folder, "documents");
  readonly config = join(this.folder, "readback.json");

  constructor(records: readonly TestRecord[], more: Record<string, unknown> = {}) {
    mkdirSync(this.root);
    this.put(records);
    const sources = { handbook: { root: "documents", manifest: "manifest.json" } };
    writeFileSync(this.config, JSON.stringify({ sources, ...more }));
  }

  put(records: readonly TestRecord[]): void {
    const documents = records.map((record) => {
      const { id, text, title = `Title of ${id}`, access = "reader", path = `${id}.txt` } = record;
      if (text !== undefined) {
        mkdirSync(dirname(join(this.root, path)), { recursive: true });
        writeFileSync(join(this.root, path), text);
      }
      return { id, title, url: `https://library.example/${id}`, path, access };
    });
    this.manifest({ documents });
  }

  manifest(value: unknown): void {
    writeFileSync(
      join(this.root, "manifest.json"),
      typeof value === "string" ? value : JSON.stringify(value),
    );
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
