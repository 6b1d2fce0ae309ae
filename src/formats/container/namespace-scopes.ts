/**
 * Prefixes to namespaces while an XML part is walked (Namespaces in XML 1.0, sections 5 and 6).
 *
 * Guarantees: the inner binding wins and ends with its element; a prefix that is bound nowhere is `damaged`. Names are looked up once per scope, so that the
 * usual part, which binds everything at its root, pays one map look-up per name.
 */

import { limitExceeded } from "../../model/budget.ts";
import { ReadbackError } from "../../model/errors.ts";
import { customaryPrefix, isStrictNamespace } from "./namespaces.ts";

/** Distinct names remembered per scope; a part with more is looked up again each time. */
const REMEMBERED_MAX = 2048;
/** Bindings in force at one place. */
const BINDINGS_MAX = 512;
/** Attributes of these share their local names with others of the same element. */
const KEPT_PREFIXES = new Set(["r", "calcext", "loext"]);
const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";

export interface ElementName {
  readonly local: string;
  /** The customary prefix of the namespace, "" for an unknown or no namespace. */
  readonly namespace: string;
  readonly uri: string;
}

interface Scope {
  readonly outer: Scope | undefined;
  readonly depth: number;
  readonly uris: ReadonlyMap<string, string>;
  readonly elements: Map<string, ElementName>;
  /** Undefined: a namespace declaration, which is no attribute. */
  readonly attributes: Map<string, AttributeName | undefined>;
}

interface AttributeName {
  readonly key: string;
  readonly uri: string;
}

/** An object whose keys are only its own, as `Object.create(null)` gives, but one that V8 keeps in its fast form. */
class Attributes {
  [name: string]: string;
  static {
    Object.setPrototypeOf(this.prototype, null);
    Reflect.deleteProperty(this.prototype, "constructor");
  }
}

const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze(new Attributes());

export class NamespaceScopes {
  readonly #partName: string;
  #scope: Scope = scopeOf(undefined, -1, new Map([["xml", XML_NAMESPACE]]));
  strict = false;

  constructor(partName: string) {
    this.#partName = partName;
  }

  /** Takes the declarations among the first `count` attributes of an element that opens inside `depth` others. */
  enter(names: readonly string[], values: readonly string[], count: number, depth: number): void {
    let uris: Map<string, string> | undefined;
    for (let index = 0; index < count; index++) {
      const name = names[index] ?? "";
      if (!name.startsWith("xmlns")) continue;
      const prefix = name === "xmlns" ? "" : name[5] === ":" ? name.slice(6) : undefined;
      if (prefix === undefined) continue;
      const uri = (values[index] ?? "").trim();
      if (this.#scope.uris.get(prefix) === uri) continue;
      if (isStrictNamespace(uri)) this.strict = true;
      uris ??= new Map(this.#scope.uris);
      uris.set(prefix, uri);
      if (uris.size > BINDINGS_MAX)
        throw limitExceeded(`the part \`${this.#partName}\` declares too many namespace prefixes`);
    }
    if (uris !== undefined) this.#scope = scopeOf(this.#scope, depth, uris);
  }

  /** Ends the scope of an element that stood inside `depth` others. */
  leave(depth: number): void {
    if (this.#scope.depth === depth && this.#scope.outer !== undefined) this.#scope = this.#scope.outer;
  }

  element(name: string): ElementName {
    const known = this.#scope.elements.get(name);
    if (known !== undefined) return known;
    const colon = name.indexOf(":");
    const uri = colon === -1 ? (this.#scope.uris.get("") ?? "") : this.#bound(name.slice(0, colon));
    const found = { local: name.slice(colon + 1), namespace: customaryPrefix(uri), uri };
    remember(this.#scope.elements, name, found);
    return found;
  }

  /** Attributes under their local names. Where two share one, that of no namespace or of the element's own goes first. */
  attributes(
    names: readonly string[],
    values: readonly string[],
    count: number,
    element: ElementName,
  ): Readonly<Record<string, string>> {
    if (count === 0) return NO_ATTRIBUTES;
    const keyed: Record<string, string> = new Attributes();
    for (let index = 0; index < count; index++) {
      const attribute = this.#attribute(names[index] ?? "");
      if (attribute === undefined) continue;
      const { key, uri } = attribute;
      if (uri === "" || uri === element.uri || keyed[key] === undefined) keyed[key] = values[index] ?? "";
    }
    return keyed;
  }

  #attribute(name: string): AttributeName | undefined {
    const { attributes } = this.#scope;
    const known = attributes.get(name);
    if (known !== undefined || attributes.has(name)) return known;
    let found: AttributeName | undefined;
    const colon = name.indexOf(":");
    if (colon === -1) found = name === "xmlns" ? undefined : { key: name, uri: "" };
    else if (!name.startsWith("xmlns:")) {
      const uri = this.#bound(name.slice(0, colon));
      const local = name.slice(colon + 1);
      const prefix = customaryPrefix(uri);
      found = { key: KEPT_PREFIXES.has(prefix) ? `${prefix}:${local}` : local, uri };
    }
    remember(attributes, name, found);
    return found;
  }

  #bound(prefix: string): string {
    const uri = this.#scope.uris.get(prefix);
    if (uri === undefined || uri === "")
      throw new ReadbackError(
        "damaged",
        `the part \`${this.#partName}\` uses a namespace prefix that it does not declare`,
      );
    return uri;
  }
}

function scopeOf(outer: Scope | undefined, depth: number, uris: ReadonlyMap<string, string>): Scope {
  return { outer, depth, uris, elements: new Map(), attributes: new Map() };
}

function remember<T>(map: Map<string, T>, name: string, value: T): void {
  if (map.size < REMEMBERED_MAX) map.set(name, value);
}
