/**
 * An XML part as events with local names, under limits.
 *
 * Guarantees: strict well-formedness (`damaged`); no document type, so no entity is ever defined, expanded or fetched (`damaged`); nesting, attributes of an
 * element and characters of one token are bounded (`limit_exceeded`); no recursion; memory is O(chunk + one token). Names do not depend on the file's prefixes:
 * Namespaces in XML 1.0, scopes included.
 * Not covered: comments and processing instructions give no event; an xml:lang or xml:space attribute is given as `lang`, `space`.
 */

import { SaxesParser } from "saxes";
import type { SaxesTagPlain } from "saxes";
import { limitExceeded } from "../../model/budget.ts";
import { ReadbackError } from "../../model/errors.ts";
import type { ExtractOptions } from "../../model/unit.ts";
import type { XmlEvents } from "./interfaces.ts";
import { NamespaceScopes } from "./namespace-scopes.ts";
import type { ElementName } from "./namespace-scopes.ts";
import { XmlDecoder } from "./xml-decoder.ts";

const ATTRIBUTES_MAX = 1024;

/** Parses a whole part. For parts that give units while they are read, see `XmlReader`. */
export async function parseXml(
  chunks: AsyncIterable<Uint8Array>,
  events: XmlEvents,
  options: ExtractOptions,
  partName: string,
): Promise<void> {
  const reader = new XmlReader(events, options, partName);
  for await (const chunk of chunks) {
    options.meter.check(`the part \`${partName}\``);
    reader.write(chunk);
  }
  reader.end();
}

/** The same, fed chunk by chunk by the caller, who may hand on units in between and watches the time itself. */
export class XmlReader {
  readonly #events: XmlEvents;
  readonly #partName: string;
  readonly #depthMax: number;
  readonly #tokenMax: number;
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  readonly #decoder: XmlDecoder;
  readonly #scopes: NamespaceScopes;
  readonly #open: ElementName[] = [];
  readonly #names: string[] = [];
  readonly #values: string[] = [];
  #attributes = 0;
  #declares = false;
  /** Characters since the last finished token. */
  #pending = 0;
  #finished = false;

  constructor(events: XmlEvents, options: ExtractOptions, partName: string) {
    this.#events = events;
    this.#partName = partName;
    this.#depthMax = options.meter.limits.xmlDepth;
    this.#tokenMax = options.meter.limits.textNodeChars;
    this.#decoder = new XmlDecoder(partName);
    this.#scopes = new NamespaceScopes(partName);
    this.#listen();
  }

  /** Whether the part uses the namespaces of the strict variant (ISO/IEC 29500-1). */
  get strict(): boolean {
    return this.#scopes.strict;
  }

  write(bytes: Uint8Array): void {
    this.#feed(this.#decoder.push(bytes));
  }

  end(): void {
    this.#feed(this.#decoder.end());
    this.#parser.close();
  }

  #feed(text: string): void {
    if (text === "") return;
    this.#finished = false;
    this.#parser.write(text);
    this.#pending = this.#finished ? text.length : this.#pending + text.length;
    if (this.#pending > this.#tokenMax) throw this.#tooLong();
  }

  /** Not more handlers than these seven: with an eighth, V8 keeps the parser's properties in a dictionary, and parsing takes eight times as long. */
  #listen(): void {
    const parser = this.#parser;
    parser.on("error", () => {
      throw new ReadbackError("damaged", `the part \`${this.#partName}\` is not well-formed XML`);
    });
    parser.on("doctype", () => {
      throw new ReadbackError(
        "damaged",
        `the part \`${this.#partName}\` has a DOCTYPE, which Office files may not have`,
        { hint: "the file may be built to attack its reader" },
      );
    });
    parser.on("attribute", (attribute) => {
      const { name, value } = attribute;
      const index = this.#attributes++;
      if (index === ATTRIBUTES_MAX)
        throw limitExceeded(`an element of the part \`${this.#partName}\` has too many attributes`);
      this.#names[index] = name;
      this.#values[index] = value;
      if (name.startsWith("xmlns")) this.#declares = true;
    });
    parser.on("opentag", (tag) => {
      this.#opened(tag);
    });
    parser.on("closetag", () => {
      this.#finished = true;
      const name = this.#open.pop();
      if (name === undefined) return;
      this.#events.close?.(name.local, name.namespace);
      this.#scopes.leave(this.#open.length);
    });
    const onText = (content: string): void => {
      this.#finished = true;
      if (content.length > this.#tokenMax) throw this.#tooLong();
      if (content !== "" && this.#open.length > 0) this.#events.text?.(content);
    };
    parser.on("text", onText);
    parser.on("cdata", onText);
  }

  #opened(tag: SaxesTagPlain): void {
    this.#finished = true;
    const depth = this.#open.length;
    if (depth >= this.#depthMax)
      throw limitExceeded(
        `the part \`${this.#partName}\` nests elements more than ${this.#depthMax} levels deep`,
      );
    if (this.#declares) this.#scopes.enter(this.#names, this.#values, this.#attributes, depth);
    this.#declares = false;
    const name = this.#scopes.element(tag.name);
    const attributes = this.#scopes.attributes(this.#names, this.#values, this.#attributes, name);
    this.#attributes = 0;
    this.#open.push(name);
    this.#events.open?.(name.local, attributes, tag.isSelfClosing, name.namespace);
  }

  #tooLong(): ReadbackError {
    return limitExceeded(
      `the part \`${this.#partName}\` holds a text or tag of more than ${this.#tokenMax} characters`,
    );
  }
}
