/** Builds small presentations for tests: only what a test names is in them. */

import { memorySource } from "../../support/extract.ts";
import { makeZip } from "../../support/zip.ts";
import type { ByteSource } from "../../../src/model/unit.ts";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const STRICT_OFFICE = "http://purl.oclc.org/ooxml/officeDocument/relationships";
export const NAMESPACES = [
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  `xmlns:r="${OFFICE}"`,
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
].join(" ");
const STRICT_NAMESPACES = [
  'xmlns:q="http://purl.oclc.org/ooxml/presentationml/main"',
  'xmlns:d="http://purl.oclc.org/ooxml/drawingml/main"',
  `xmlns:rel="${STRICT_OFFICE}"`,
].join(" ");

interface RelatedPart {
  id?: string;
  type: string;
  target: string;
  external?: boolean;
  /** Absent: named by the relationship, but not in the file. */
  content?: string;
}

export interface SlideParts {
  /** XML inside `p:spTree`, or the whole part with `raw`. */
  shapes?: string;
  raw?: string;
  show?: string;
  /** The slide list names it, but the part is not there. */
  missing?: boolean;
  related?: readonly RelatedPart[];
}

const relationships = (entries: readonly (RelatedPart & { id: string })[], office = OFFICE): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
    .map(({ id, type, target, external }) => {
      const uri = type.includes(":") ? type : `${office}/${type}`;
      return `<Relationship Id="${id}" Type="${uri}" Target="${target}"${external === true ? ' TargetMode="External"' : ""}/>`;
    })
    .join("")}</Relationships>`;

const withIds = (parts: readonly RelatedPart[]): (RelatedPart & { id: string })[] =>
  parts.map((part, index) => ({ ...part, id: part.id ?? `rId${index + 100}` }));

export interface DeckOptions {
  /** Further relationships of the presentation part, such as comment authors. */
  related?: readonly RelatedPart[];
  /** Parts that no slide names. */
  extra?: readonly { name: string; content: string }[];
  strict?: boolean;
}

export function deckBytes(slides: readonly SlideParts[], options: DeckOptions = {}): Uint8Array {
  const office = options.strict === true ? STRICT_OFFICE : OFFICE;
  const entries = new Map<string, string>();
  const add = (folder: string, part: RelatedPart): void => {
    if (part.content !== undefined && part.external !== true)
      entries.set(new URL(part.target, `http://x/${folder}/`).pathname.slice(1), part.content);
  };
  slides.forEach((slide, index) => {
    const name = `ppt/slides/slide${index + 1}.xml`;
    if (slide.missing !== true) {
      const show = slide.show === undefined ? "" : ` show="${slide.show}"`;
      entries.set(
        name,
        slide.raw ??
          `<p:sld ${NAMESPACES}${show}><p:cSld><p:spTree>${slide.shapes ?? ""}</p:spTree></p:cSld></p:sld>`,
      );
    }
    const related = withIds(slide.related ?? []);
    entries.set(`ppt/slides/_rels/slide${index + 1}.xml.rels`, relationships(related));
    for (const part of related) add("ppt/slides", part);
  });
  const deckRelated = withIds(options.related ?? []);
  for (const part of deckRelated) add("ppt", part);
  const ids = slides.map((_slide, index) => index + 1);
  const list = (p: string, r: string): string =>
    ids.map((id) => `<${p}:sldId id="${255 + id}" ${r}:id="s${id}"/>`).join("");
  entries.set(
    "ppt/presentation.xml",
    options.strict === true
      ? `<q:presentation ${STRICT_NAMESPACES} conformance="strict"><q:sldIdLst>${list("q", "rel")}</q:sldIdLst></q:presentation>`
      : `<p:presentation ${NAMESPACES}><p:sldIdLst>${list("p", "r")}</p:sldIdLst></p:presentation>`,
  );
  entries.set(
    "ppt/_rels/presentation.xml.rels",
    relationships(
      [
        ...ids.map((id) => ({ id: `s${id}`, type: "slide", target: `slides/slide${id}.xml` })),
        ...deckRelated,
      ],
      office,
    ),
  );
  for (const { name, content } of options.extra ?? []) entries.set(name, content);
  const types = "http://schemas.openxmlformats.org/package/2006/content-types";
  return makeZip([
    {
      name: "[Content_Types].xml",
      content: `<Types xmlns="${types}"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    },
    {
      name: "_rels/.rels",
      content: relationships([{ id: "r1", type: "officeDocument", target: "ppt/presentation.xml" }], office),
    },
    ...[...entries].map(([name, content]) => ({ name, content })),
  ]);
}

export function deck(slides: readonly SlideParts[], options: DeckOptions = {}): ByteSource {
  return memorySource(deckBytes(slides, options), "deck.pptx");
}

export const paragraph = (text: string, properties = ""): string =>
  `<a:p>${properties}<a:r><a:rPr lang="en-US"/><a:t>${text}</a:t></a:r></a:p>`;

export interface BoxOptions {
  placeholder?: string;
  attributes?: string;
  name?: string;
}

/** A text box; `content` is text, or paragraphs as XML. */
export function box(content: string, options: BoxOptions = {}): string {
  const { placeholder, attributes = "", name = "Box" } = options;
  const ph = placeholder === undefined ? "" : `<p:ph type="${placeholder}"/>`;
  const paragraphs = content.startsWith("<") ? content : paragraph(content);
  return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="${name}" ${attributes}/><p:cNvSpPr/><p:nvPr>${ph}</p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/>${paragraphs}</p:txBody></p:sp>`;
}

export const group = (content: string, attributes = ""): string =>
  `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="3" name="Group" ${attributes}/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${content}</p:grpSp>`;

export const frame = (content: string): string =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="Frame"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></p:graphicFrame>`;

/** Cells as text, or text with attributes of `a:tc`. */
export const table = (rows: readonly (readonly (string | readonly [string, string])[])[]): string =>
  frame(
    `<a:tbl>${rows
      .map(
        (row) =>
          `<a:tr h="1">${row
            .map((cell) => {
              const [text, attributes] = typeof cell === "string" ? [cell, ""] : cell;
              return `<a:tc ${attributes}><a:txBody><a:bodyPr/>${text.startsWith("<") ? text : paragraph(text)}</a:txBody></a:tc>`;
            })
            .join("")}</a:tr>`,
      )
      .join("")}</a:tbl>`,
  );

export const page = (root: string, shapes: string): string =>
  `<p:${root} ${NAMESPACES}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${root}>`;
