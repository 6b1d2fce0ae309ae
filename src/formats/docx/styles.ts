/**
 * What styles say about visibility and numbering: nothing else of them is kept.
 *
 * Source: ECMA-376 part 1, 17.7 (styles), 17.7.3 (toggle properties), 17.3.2.41 (vanish), 17.9.24 (numbering of paragraph styles).
 * Ask only after the styles part was read to its end: answers are remembered.
 * Guarantees: `basedOn` chains are followed without recursion and end at a loop.
 * Not covered: `vanish` set by a table style; conditional formatting.
 */

import { withoutAlternates } from "../container/alternate-content.ts";
import type { XmlEvents } from "../container/interfaces.ts";

/** A reference from a paragraph or a style to a list level; each half may come from another place. */
export interface NumberingReference {
  readonly numId?: string;
  readonly level?: number;
}

interface Style {
  readonly basedOn?: string;
  readonly vanish?: boolean;
  readonly numbering?: NumberingReference;
}

const CHAIN_MAX = 64;
const REMEMBERED_MAX = 4096;
const NO_NUMBERING: NumberingReference = {};

export class Styles {
  readonly #styles = new Map<string, Style>();
  readonly #hidden = new Map<string, boolean>();
  readonly #numberings = new Map<string, NumberingReference>();
  #defaultParagraph: string | undefined;
  #defaultVanish = false;

  /** `undefined` for an unknown style is the same as a style that says nothing. */
  chain(styleId: string | undefined): readonly string[] {
    const ids: string[] = [];
    let id = styleId;
    while (id !== undefined && ids.length < CHAIN_MAX && !ids.includes(id)) {
      ids.push(id);
      id = this.#styles.get(id)?.basedOn;
    }
    return ids;
  }

  /** The style that a paragraph without one has. */
  paragraphStyle(styleId: string | undefined): string | undefined {
    return styleId ?? this.#defaultParagraph;
  }

  /** Whether text without a `vanish` of its own is hidden by its styles. A toggle: set by the paragraph's and by the run's style, it is off again. */
  hides(paragraphStyle: string | undefined, runStyle: string | undefined): boolean {
    const key = `${paragraphStyle ?? ""}\n${runStyle ?? ""}`;
    const known = this.#hidden.get(key);
    if (known !== undefined) return known;
    const hidden =
      this.#defaultVanish || this.#vanish(this.paragraphStyle(paragraphStyle)) !== this.#vanish(runStyle);
    if (this.#hidden.size < REMEMBERED_MAX) this.#hidden.set(key, hidden);
    return hidden;
  }

  #vanish(styleId: string | undefined): boolean {
    for (const id of this.chain(styleId)) {
      const vanish = this.#styles.get(id)?.vanish;
      if (vanish !== undefined) return vanish;
    }
    return false;
  }

  /** The list of a style, each half from the nearest style of the chain that gives it. */
  numbering(styleId: string | undefined): NumberingReference {
    if (styleId === undefined) return NO_NUMBERING;
    const known = this.#numberings.get(styleId);
    if (known !== undefined) return known;
    const found = this.#findNumbering(styleId);
    if (this.#numberings.size < REMEMBERED_MAX) this.#numberings.set(styleId, found);
    return found;
  }

  #findNumbering(styleId: string): NumberingReference {
    let numId: string | undefined;
    let level: number | undefined;
    for (const id of this.chain(styleId)) {
      const reference = this.#styles.get(id)?.numbering;
      numId ??= reference?.numId;
      level ??= reference?.level;
      if (numId !== undefined && level !== undefined) break;
    }
    return { ...(numId === undefined ? {} : { numId }), ...(level === undefined ? {} : { level }) };
  }

  /** Events of a styles part that fill this. */
  events(): XmlEvents {
    const path: string[] = [];
    let id: string | undefined;
    let style: { basedOn?: string; vanish?: boolean; numbering?: { numId?: string; level?: number } } = {};
    return withoutAlternates({
      open: (name, attributes) => {
        const parent = path.at(-1);
        const value = attributes["val"];
        path.push(name);
        if (name === "style") {
          id = attributes["styleId"];
          style = {};
          if (attributes["type"] === "paragraph" && isOn(attributes["default"] ?? "0"))
            this.#defaultParagraph = id;
        } else if (name === "basedOn" && parent === "style" && value !== undefined) style.basedOn = value;
        else if (name === "vanish" && parent === "rPr") {
          if (path.at(-3) === "rPrDefault") this.#defaultVanish = isOn(value);
          else if (path.at(-3) === "style") style.vanish = isOn(value);
        } else if (parent === "numPr" && path.at(-4) === "style" && value !== undefined) {
          style.numbering ??= {};
          if (name === "numId") style.numbering.numId = value;
          else if (name === "ilvl") style.numbering.level = Number(value);
        }
      },
      close: (name) => {
        path.pop();
        if (name === "style" && id !== undefined && !this.#styles.has(id)) this.#styles.set(id, style);
      },
    });
  }
}

/** A boolean property (17.17.4): present without a value is on. */
export function isOn(value: string | undefined): boolean {
  return value === undefined || !["0", "false", "off", "none"].includes(value);
}
