/**
 * Notes and threaded comments of a sheet at their cells (ECMA-376 part 1, 18.7 comments; [MS-XLSX] 2.1.18 threaded comments).
 *
 * Guarantees: in the order of cells, replies behind what they answer; the copy of a thread that older programs are shown as a note ("tc=…") is
 * left out where the thread itself is there. Their text together is bounded (`limit_exceeded`). Not covered: reactions and resolved state.
 */

import { limitExceeded } from "../../model/budget.ts";
import type { ExtractOptions } from "../../model/unit.ts";
import type { OfficePackage, Relationship } from "../container/interfaces.ts";
import { parseXml } from "../container/xml.ts";
import { parseAddress } from "./cell-address.ts";
import { RichText, decodeEscapes } from "./rich-text.ts";

export interface Comment {
  /** See `placeOf`. */
  readonly place: number;
  readonly text: string;
  readonly author: string;
}

const CHARS_MAX = 32 * 1024 * 1024;
const COMMENTS_MAX = 500_000;

class Collected {
  readonly comments: Comment[] = [];
  #chars = 0;

  add(reference: string, text: string, author: string): void {
    const place = parseAddress(reference);
    if (text === "") return;
    this.#chars += text.length;
    if (this.#chars > CHARS_MAX || this.comments.length >= COMMENTS_MAX)
      throw limitExceeded("a sheet of the workbook has too many comments");
    this.comments.push({ place, text, author });
  }
}

/** Comments whose cell is no address have place -1 and stand first. */
export async function readComments(
  container: OfficePackage,
  relationships: readonly Relationship[],
  persons: ReadonlyMap<string, string>,
  options: ExtractOptions,
): Promise<Comment[]> {
  const partsOf = (type: string): string[] =>
    relationships
      .filter((relationship) => relationship.type === type && !relationship.external)
      .map((relationship) => relationship.target)
      .filter((target) => container.has(target));
  const collected = new Collected();
  for (const part of partsOf("threadedComment"))
    await readThreads(container, part, persons, options, collected);
  const threaded = new Set(collected.comments.map((comment) => comment.place));
  for (const part of partsOf("comments")) await readNotes(container, part, threaded, options, collected);
  return collected.comments.toSorted((a, b) => a.place - b.place);
}

async function readNotes(
  container: OfficePackage,
  part: string,
  threaded: ReadonlySet<number>,
  options: ExtractOptions,
  collected: Collected,
): Promise<void> {
  const authors: string[] = [];
  const text = new RichText(options.meter.limits.textNodeChars);
  let inside: "author" | "comment" | undefined;
  let reference = "";
  let author = "";
  await parseXml(
    container.open(part),
    {
      open: (name, attributes) => {
        if (name === "author") {
          inside = "author";
          author = "";
        } else if (name === "comment") {
          inside = "comment";
          reference = attributes["ref"] ?? "";
          author = authors[Number(attributes["authorId"] ?? "")] ?? "";
          text.start();
        } else if (inside === "comment") text.open(name);
      },
      close: (name) => {
        if (name === "author") {
          if (authors.length < COMMENTS_MAX) authors.push(decodeEscapes(author));
          inside = undefined;
        } else if (name === "comment") {
          inside = undefined;
          const isCopy = author.startsWith("tc=") && threaded.has(parseAddress(reference));
          if (!isCopy) collected.add(reference, decodeEscapes(text.stored), author);
        } else if (inside === "comment") text.close(name);
      },
      text: (content) => {
        if (inside === "author") author += content;
        else if (inside === "comment") text.text(content);
      },
    },
    options,
    part,
  );
}

async function readThreads(
  container: OfficePackage,
  part: string,
  persons: ReadonlyMap<string, string>,
  options: ExtractOptions,
  collected: Collected,
): Promise<void> {
  let reference = "";
  let author = "";
  let text: string | undefined;
  await parseXml(
    container.open(part),
    {
      open: (name, attributes) => {
        if (name === "threadedComment") {
          reference = attributes["ref"] ?? "";
          author = persons.get(attributes["personId"] ?? "") ?? "";
        } else if (name === "text") text = "";
      },
      close: (name) => {
        if (name !== "text" || text === undefined) return;
        collected.add(reference, text, author);
        text = undefined;
      },
      text: (content) => {
        if (text !== undefined) text += content;
      },
    },
    options,
    part,
  );
}

/** Names of those who wrote threaded comments, by their ids. */
export async function readPersons(
  container: OfficePackage,
  relationships: readonly Relationship[],
  options: ExtractOptions,
): Promise<ReadonlyMap<string, string>> {
  const persons = new Map<string, string>();
  for (const { type, external, target } of relationships) {
    if (type !== "person" || external || !container.has(target)) continue;
    await parseXml(
      container.open(target),
      {
        open: (name, attributes) => {
          const id = attributes["id"];
          if (name === "person" && id !== undefined && persons.size < COMMENTS_MAX)
            persons.set(id, attributes["displayName"] ?? "");
        },
      },
      options,
      target,
    );
  }
  return persons;
}
