/**
 * The parts of a Word file beside its body, and which story each holds.
 *
 * Source: ECMA-376 part 1, 11.3 (parts of a WordprocessingML document).
 * Guarantees: headers and footers, notes, comments and the glossary are read by their relationships; separators of notes are no notes. Notes and comments carry the
 * paragraph that refers to them.
 */

import type { Locator } from "../../model/locator.ts";
import { ReadbackError } from "../../model/errors.ts";
import type { OfficePackage, Relationship } from "../container/interfaces.ts";
import type { StoryRecord } from "./record.ts";
import type { Root } from "./story.ts";

const MAIN_TYPE =
  /^application\/vnd\.(?:openxmlformats-officedocument\.wordprocessingml\.(?:document|template)|ms-word\.(?:document|template)\.macroEnabled(?:Template)?)/;
const SEPARATORS = new Set(["separator", "continuationSeparator", "continuationNotice"]);

export async function mainPart(opened: OfficePackage): Promise<string> {
  const related = (await opened.relationships("")).find(
    (relationship) =>
      relationship.type === "officeDocument" && !relationship.external && opened.has(relationship.target),
  );
  const part =
    related?.target ??
    opened.parts.find((name) => MAIN_TYPE.test(opened.contentType(name) ?? "")) ??
    opened.find("word/document.xml");
  if (part === undefined)
    throw new ReadbackError("damaged", "the file is an Office container without a main Word document part");
  return part;
}

export interface SidePart {
  readonly part: string;
  readonly kind: "header_footer" | "footnote" | "endnote" | "comment" | "glossary";
}

const KINDS: Readonly<Record<string, SidePart["kind"]>> = {
  header: "header_footer",
  footer: "header_footer",
  footnotes: "footnote",
  endnotes: "endnote",
  comments: "comment",
  glossaryDocument: "glossary",
};

/** In the order they are read; a part that two relationships name is read once. */
export function sideParts(relationships: readonly Relationship[]): SidePart[] {
  const found = new Map<string, SidePart>();
  for (const { type, target, external } of relationships) {
    const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
    if (kind !== undefined && !external && !found.has(target)) found.set(target, { part: target, kind });
  }
  const order = ["header_footer", "footnote", "endnote", "comment", "glossary"];
  return [...found.values()].toSorted(
    (a, b) =>
      order.indexOf(a.kind) - order.indexOf(b.kind) || a.part.localeCompare(b.part, "en", { numeric: true }),
  );
}

/** "header1" for word/header1.xml. */
export function partLabel(part: string): string {
  return part.slice(part.lastIndexOf("/") + 1).replace(/\.xml$/i, "");
}

type RootOf = (name: string, attributes: Readonly<Record<string, string>>) => Root | undefined;

/** Body paragraphs are numbered through all bodies of the part. */
export function bodyRoot(record: StoryRecord): RootOf {
  return (name) => {
    if (name !== "body") return undefined;
    if (++record.bodies > 1) record.flag("two_bodies");
    return {
      role: "body",
      region: "body",
      mode: "each",
      keepsEmpty: true,
      at: () => ({ kind: "paragraph", paragraph: ++record.bodyStarted }),
    };
  };
}

export function sideRoot({ part, kind }: SidePart, record: StoryRecord): RootOf {
  let items = 0;
  if (kind === "header_footer" || kind === "glossary") {
    const label = kind === "glossary" ? "glossary" : partLabel(part);
    const at = (): Locator => ({ kind: "part", part: label, item: ++items });
    const wanted = kind === "glossary" ? ["docPart"] : ["hdr", "ftr"];
    return (name) =>
      wanted.includes(name)
        ? { role: "apart", region: kind === "glossary" ? "hidden" : kind, mode: "each", at }
        : undefined;
  }
  return (name, { id, type, author }) => {
    if (name !== kind || SEPARATORS.has(type ?? "")) return undefined;
    const item = ++items;
    const anchor = record.anchorOf(kind, id);
    const at: Locator = {
      kind: "part",
      part: kind,
      item,
      ...(anchor?.kind === "paragraph" ? { paragraph: anchor.paragraph } : {}),
    };
    return {
      role: "apart",
      region: kind === "comment" ? "comment" : "footnote",
      mode: "joined",
      at: () => at,
      ...(kind === "comment" && author !== undefined && author !== "" ? { label: author } : {}),
    };
  };
}
