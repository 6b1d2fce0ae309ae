/**
 * An Office file opened as a package of parts (Open Packaging Conventions: ECMA-376 part 2).
 *
 * Guarantees: what the interface says; nothing is inflated but the list of content types until a part is opened; a password-protected file, which is a Compound File,
 * is `encrypted`; a cut-off, contradictory or ambiguous container is `damaged` and gives no part at all where its directory shows it.
 * Not covered: digital signatures are not checked.
 */

import { ReadbackError } from "../../model/errors.ts";
import type { ByteSource, ExtractOptions } from "../../model/unit.ts";
import { compoundKind, isCompoundFile } from "./compound.ts";
import type { OfficePackage, Relationship } from "./interfaces.ts";
import { parseRelationships, relationshipsPartOf } from "./relationships.ts";
import { parseXml } from "./xml.ts";
import { foldedName, readDirectory } from "./zip-directory.ts";
import type { ZipDirectory, ZipMember } from "./zip-directory.ts";
import { inflatePart } from "./zip-part.ts";
import type { Inflation } from "./zip-part.ts";

const CONTENT_TYPES_PART = "[Content_Types].xml";

export async function openPackage(source: ByteSource, options: ExtractOptions): Promise<OfficePackage> {
  refuseCompoundFile(source);
  const opened = new ZipPackage(source, readDirectory(source, options), options);
  await opened.readContentTypes();
  return opened;
}

function refuseCompoundFile(source: ByteSource): void {
  if (!isCompoundFile(source.readSync(0, 8))) return;
  if (compoundKind(source) === "encrypted_ooxml")
    throw new ReadbackError("encrypted", "the file is an Office document protected by a password", {
      hint: "save a copy without a password in its own program",
    });
  throw new ReadbackError(
    "unsupported_format",
    "the file is a binary Office document of before 2007, not an Office container",
    {
      hint: "save it in the newer format (`.docx`, `.xlsx`, `.pptx`)",
    },
  );
}

class ZipPackage implements OfficePackage {
  readonly parts: readonly string[];
  readonly #source: ByteSource;
  readonly #options: ExtractOptions;
  readonly #members: ReadonlyMap<string, ZipMember>;
  readonly #flags: Set<string>;
  readonly #inflation: Inflation = { total: 0 };
  readonly #typeByExtension = new Map<string, string>();
  readonly #typeByPart = new Map<string, string>();

  constructor(source: ByteSource, directory: ZipDirectory, options: ExtractOptions) {
    this.#source = source;
    this.#options = options;
    this.#members = new Map(directory.members.map((member) => [foldedName(member.name), member]));
    this.#flags = new Set(directory.flags);
    this.parts = directory.members.map((member) => member.name.replace(/^\/+/, ""));
  }

  get flags(): readonly string[] {
    return [...this.#flags];
  }

  has(part: string): boolean {
    return this.#members.has(foldedName(part));
  }

  find(part: string): string | undefined {
    return this.#members.get(foldedName(part))?.name.replace(/^\/+/, "");
  }

  open(part: string): AsyncIterable<Uint8Array> {
    const member = this.#members.get(foldedName(part));
    if (member === undefined)
      throw new ReadbackError("damaged", `the part \`${part}\` is missing from the container`);
    return inflatePart(this.#source, member, this.#inflation, this.#options, (word) => this.#flags.add(word));
  }

  async relationships(part: string): Promise<readonly Relationship[]> {
    const own = relationshipsPartOf(part);
    if (!this.has(own)) return [];
    return parseRelationships(this.open(own), part, this.#options, (name) => this.find(name));
  }

  contentType(part: string): string | undefined {
    const folded = foldedName(part);
    return (
      this.#typeByPart.get(folded) ?? this.#typeByExtension.get(folded.slice(folded.lastIndexOf(".") + 1))
    );
  }

  async readContentTypes(): Promise<void> {
    if (!this.has(CONTENT_TYPES_PART)) return;
    await parseXml(
      this.open(CONTENT_TYPES_PART),
      {
        open: (name, attributes) => {
          const type = attributes["ContentType"];
          const { Extension: extension, PartName: partName } = attributes;
          if (type === undefined) return;
          if (name === "Default" && extension !== undefined)
            this.#typeByExtension.set(extension.toLowerCase(), type);
          if (name === "Override" && partName !== undefined) this.#typeByPart.set(foldedName(partName), type);
        },
      },
      this.#options,
      CONTENT_TYPES_PART,
    );
  }
}
