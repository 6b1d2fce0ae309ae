/**
 * The presentation as a whole: its slides in the order of the slide list, and the names of comment authors.
 * Source: ECMA-376 part 1, 13.3 (parts), 19.2.1.34 (`p:sldIdLst`).
 *
 * Guarantees: numbers are those of the slide list, hidden slides included; a part that no list names is no slide; an entry without its part
 * keeps its number.
 */

import { ReadbackError } from "../../model/errors.ts";
import type { ExtractOptions } from "../../model/unit.ts";
import { withoutAlternates } from "../container/alternate-content.ts";
import type { OfficePackage, Relationship } from "../container/interfaces.ts";
import { parseXml } from "../container/xml.ts";
import { readAuthors } from "./comments.ts";

export interface Deck {
  /** Part names; undefined where the list names a slide that is not there. */
  readonly slides: readonly (string | undefined)[];
  readonly authors: ReadonlyMap<string, string>;
}

export async function readDeck(container: OfficePackage, options: ExtractOptions): Promise<Deck> {
  const part = await presentationPart(container);
  const ids: (string | undefined)[] = [];
  const events = withoutAlternates({
    open(name, attributes, _selfClosing, namespace) {
      if (name === "sldId" && namespace === "p") ids.push(attributes["r:id"]);
    },
  });
  await parseXml(container.open(part), events, options, part);
  const relationships = await container.relationships(part);
  const byId = new Map(relationships.map((relationship) => [relationship.id, relationship]));
  return {
    slides: ids.map((id) => slidePart(container, id === undefined ? undefined : byId.get(id))),
    authors: await authorsOf(container, relationships, options),
  };
}

async function presentationPart(container: OfficePackage): Promise<string> {
  const main = (await container.relationships("")).find(
    ({ type, external, target }) => type === "officeDocument" && !external && container.has(target),
  );
  const part = main === undefined ? container.find("ppt/presentation.xml") : container.find(main.target);
  if (part === undefined)
    throw new ReadbackError("damaged", "the presentation has no part with its slide list", {
      hint: "open it in its own program and save it again",
    });
  return part;
}

function slidePart(container: OfficePackage, relationship: Relationship | undefined): string | undefined {
  if (relationship === undefined || relationship.external || relationship.type !== "slide") return undefined;
  return container.find(relationship.target);
}

async function authorsOf(
  container: OfficePackage,
  relationships: readonly Relationship[],
  options: ExtractOptions,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const { type, target, external } of relationships) {
    if ((type !== "commentAuthors" && type !== "authors") || external || !container.has(target)) continue;
    try {
      for (const [id, name] of await readAuthors(container.open(target), options, target))
        names.set(id, name);
    } catch (thrown) {
      // A name is a label beside the comment, which is read all the same.
      if (!(thrown instanceof ReadbackError) || thrown.code !== "damaged") throw thrown;
    }
  }
  return names;
}
