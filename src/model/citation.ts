/**
 * A citation in one line: `readback://<source>/<path>?sha256=<hex>#page=3` (specification: originals; fragments: answers, section 2).
 *
 * Guarantees: `parseCitation` reads back whatever `citationText` prints, and throws `invalid_request` for anything else. A fragment carries
 * what finds the place again: of a record its number, not its line; of a page its number, not its label.
 */

import { ReadbackError } from "./errors.ts";
import { locatorFragment } from "./locator.ts";
import type { Locator } from "./locator.ts";
import { parseCells } from "./request.ts";

/** A locator as a citation carries it: every locator is one. */
export type Place =
  | Exclude<Locator, { kind: "record" }>
  | { readonly kind: "record"; readonly record: number; readonly column?: number };

export interface Citation {
  readonly source: string;
  readonly path: string;
  readonly sha256?: string;
  readonly at?: Place;
}

const SCHEME = "readback://";
const CITATION_CHARS = 16_384;

function invalid(why: string): ReadbackError {
  return new ReadbackError("invalid_request", `the citation cannot be used: ${why}`, {
    hint: "it looks like `readback://source/path?sha256=…#page=3`",
  });
}

/** RFC 3986 leaves `!'()*` alone, people's programs do not: everything but letters, digits and `-._~` is encoded. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export function citationText(citation: Citation): string {
  const path = citation.path.split("/").map(encoded).join("/");
  const version = citation.sha256 === undefined ? "" : `?sha256=${citation.sha256}`;
  const at = citation.at === undefined ? "" : `#${placeFragment(citation.at)}`;
  return `${SCHEME}${encoded(citation.source)}/${path}${version}${at}`;
}

export function placeFragment(at: Place): string {
  return at.kind === "record" ? `record=${at.record}` : locatorFragment(at);
}

export function parseCitation(text: string): Citation {
  if (text.length > CITATION_CHARS) throw invalid("it is too long");
  const parts = /^readback:\/\/([^/?#]+)\/([^?#]+)(?:\?([^#]*))?(?:#(.*))?$/s.exec(text);
  if (parts === null) throw invalid("it is no `readback://` address of a source and a path");
  const source = decoded(parts[1] ?? "");
  const path = (parts[2] ?? "").split("/").map(decoded).join("/");
  if (path.includes("\0")) throw invalid("its path holds a NUL character");
  const query = parts[3];
  if (query !== undefined && !/^sha256=[0-9a-fA-F]{64}$/.test(query))
    throw invalid("after `?` it may only say `sha256=` with 64 hexadecimal digits");
  return {
    source,
    path,
    ...(query === undefined ? {} : { sha256: query.slice("sha256=".length).toLowerCase() }),
    ...(parts[4] === undefined ? {} : { at: parsePlace(parts[4]) }),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid("it holds a percent sign that encodes nothing");
  }
}

/** A place as a citation's fragment names it: `page=3`, `line=12-15`. */
export function parsePlace(text: string): Place {
  const fields = new Map<string, string>();
  for (const pair of text.split("&")) {
    const equals = pair.indexOf("=");
    if (equals < 1) throw invalid("its place is not made of `name=value`");
    const name = pair.slice(0, equals);
    if (fields.has(name)) throw invalid("its place names the same thing twice");
    fields.set(name, decoded(pair.slice(equals + 1)));
  }
  const record: Record<string, string | number> = {};
  for (const [name, value] of fields) {
    const range = /^([1-9]\d{0,14})(?:-([1-9]\d{0,14}))?$/.exec(value);
    if (name === "line" || name === "paragraph") {
      if (range === null) throw invalid("its place holds a number that is none");
      record[name] = Number(range[1]);
      if (range[2] !== undefined) record[`end_${name}`] = Number(range[2]);
    } else if (name === "sheet" || name === "cell" || name === "part") record[name] = value;
    else if (/^[1-9]\d{0,14}$/.test(value)) record[name] = Number(value);
    else throw invalid("its place holds a number that is none");
  }
  return placeOf(record);
}

/** Which keys make which place. `line` beside `record`, and what else an answer's `at` says more, may stay. */
const SHAPES: readonly { readonly keys: readonly string[]; readonly more?: readonly string[] }[] = [
  { keys: ["record"], more: ["line", "end_line", "column"] },
  { keys: ["line"], more: ["end_line"] },
  { keys: ["page"], more: ["label"] },
  { keys: ["table", "row", "column"] },
  { keys: ["sheet", "cell"] },
  { keys: ["slide"] },
  { keys: ["part"], more: ["item", "paragraph"] },
  { keys: ["paragraph"], more: ["end_paragraph"] },
];

/** A place from its names and values. */
function placeOf(at: Readonly<Record<string, string | number>>): Place {
  const given = Object.keys(at).filter((key) => at[key] !== undefined);
  const shape = SHAPES.find(
    ({ keys, more = [] }) =>
      keys.every((key) => given.includes(key)) &&
      given.every((key) => keys.includes(key) || more.includes(key)),
  );
  if (shape === undefined) throw invalid("its place is none that answers give");
  const number = (key: string): number => {
    const value = at[key];
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 1)
      throw invalid("its place holds a number that is none");
    return value;
  };
  const end = (key: string, from: number): number | undefined => {
    if (at[key] === undefined) return undefined;
    const to = number(key);
    if (to < from) throw invalid("its place ends before it begins");
    return to;
  };
  const text = (key: string): string => String(at[key]);
  switch (shape.keys[0]) {
    case "record":
      return {
        kind: "record",
        record: number("record"),
        ...(at["column"] === undefined ? {} : { column: number("column") }),
      };
    case "line": {
      const line = number("line");
      const endLine = end("end_line", line);
      return { kind: "line", line, ...(endLine === undefined ? {} : { endLine }) };
    }
    case "page":
      return {
        kind: "page",
        page: number("page"),
        ...(at["label"] === undefined ? {} : { label: text("label") }),
      };
    case "table":
      return { kind: "tableCell", table: number("table"), row: number("row"), column: number("column") };
    case "sheet":
      parseCells(text("cell"));
      return { kind: "sheetCell", sheet: text("sheet"), cell: text("cell") };
    case "slide":
      return { kind: "slide", slide: number("slide") };
    case "part":
      return {
        kind: "part",
        part: text("part"),
        ...(at["item"] === undefined ? {} : { item: number("item") }),
        ...(at["paragraph"] === undefined ? {} : { paragraph: number("paragraph") }),
      };
    default: {
      const paragraph = number("paragraph");
      const endParagraph = end("end_paragraph", paragraph);
      return { kind: "paragraph", paragraph, ...(endParagraph === undefined ? {} : { endParagraph }) };
    }
  }
}

/** Whether a unit's place lies in, or touches, the place that a citation names. */
export function standsAt(unit: Locator, at: Place): boolean {
  const overlap = (from: number, to: number, first: number, last: number): boolean =>
    from <= last && to >= first;
  if (at.kind === "line") {
    if (unit.kind !== "line" && unit.kind !== "record") return false;
    return overlap(unit.line, unit.endLine ?? unit.line, at.line, at.endLine ?? at.line);
  }
  switch (unit.kind) {
    case "record":
      return at.kind === "record" && at.record === unit.record && (at.column ?? unit.column) === unit.column;
    case "page":
      return at.kind === "page" && at.page === unit.page;
    case "paragraph":
      return (
        at.kind === "paragraph" &&
        overlap(
          unit.paragraph,
          unit.endParagraph ?? unit.paragraph,
          at.paragraph,
          at.endParagraph ?? at.paragraph,
        )
      );
    case "tableCell":
      return (
        at.kind === "tableCell" && at.table === unit.table && at.row === unit.row && at.column === unit.column
      );
    case "sheetCell":
      return at.kind === "sheetCell" && at.sheet === unit.sheet && blocksMeet(unit.cell, at.cell);
    case "slide":
      return at.kind === "slide" && at.slide === unit.slide;
    case "part":
      return at.kind === "part" && at.part === unit.part && (at.item ?? unit.item) === unit.item;
    default:
      return false;
  }
}

function blocksMeet(a: string, b: string): boolean {
  const [one, other] = [parseCells(a), parseCells(b)];
  return (
    one.fromRow <= other.toRow &&
    one.toRow >= other.fromRow &&
    one.fromColumn <= other.toColumn &&
    one.toColumn >= other.fromColumn
  );
}
