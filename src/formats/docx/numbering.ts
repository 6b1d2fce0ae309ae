/**
 * Automatic numbers of paragraphs, computed as a word processor shows them.
 *
 * Source: ECMA-376 part 1, 17.9 (numbering): abstract lists, instances with overrides, restart rules, levels linked to styles.
 * Guarantees: a number that cannot be computed for certain is undefined, never guessed; `NumberingParts` is read once, a `ListCounters` counts one story.
 * Not covered: pictures as bullets show as "•"; numbers in words; LISTNUM and AUTONUM fields.
 */

import { withoutAlternates } from "../container/alternate-content.ts";
import type { XmlEvents } from "../container/interfaces.ts";
import { formatNumber } from "./number-format.ts";
import { isOn } from "./styles.ts";
import type { NumberingReference, Styles } from "./styles.ts";
import { inSymbolFont } from "./symbol-fonts.ts";

const LEVELS = 9;
const LINKS_MAX = 8;

interface Level {
  start: number;
  format: string;
  custom?: string;
  text?: string;
  /** 0: never restarts; n: restarts after level n, counted from 1. */
  restart?: number;
  style?: string;
  legal: boolean;
  hidden: boolean;
  font?: string;
}

interface AbstractList {
  readonly levels: Map<number, Level>;
  /** The numbering style whose list this one stands for. */
  styleLink?: string;
}

interface ListInstance {
  abstractId?: string;
  readonly starts: Map<number, number>;
  readonly levels: Map<number, Level>;
}

/** A level of a list as one paragraph uses it. */
export interface ListPlace {
  readonly numId: string;
  readonly level: number;
}

export class NumberingParts {
  readonly #abstracts = new Map<string, AbstractList>();
  readonly #instances = new Map<string, ListInstance>();
  readonly #styles: Styles;

  constructor(styles: Styles) {
    this.#styles = styles;
  }

  /** The list level of a paragraph from its own properties and its style; undefined for a paragraph without a number. */
  place(own: NumberingReference, styleId: string | undefined): ListPlace | undefined {
    const style = this.#styles.paragraphStyle(styleId);
    const inherited = this.#styles.numbering(style);
    const numId = own.numId ?? inherited.numId;
    if (numId === undefined || numId === "0") return undefined;
    const level =
      own.level ??
      (own.numId === undefined ? (this.#levelOfStyle(numId, style) ?? inherited.level) : undefined) ??
      0;
    return Number.isInteger(level) && level >= 0 && level < LEVELS ? { numId, level } : undefined;
  }

  #levelOfStyle(numId: string, style: string | undefined): number | undefined {
    const levels = this.list(numId)?.abstract.levels;
    if (levels === undefined) return undefined;
    for (const id of this.#styles.chain(style))
      for (const [number, level] of levels) if (level.style === id) return number;
    return undefined;
  }

  list(numId: string): { abstractId: string; abstract: AbstractList; instance: ListInstance } | undefined {
    const instance = this.#instances.get(numId);
    let abstractId = instance?.abstractId;
    for (let links = 0; links < LINKS_MAX; links++) {
      const abstract = abstractId === undefined ? undefined : this.#abstracts.get(abstractId);
      if (instance === undefined || abstractId === undefined || abstract === undefined) return undefined;
      if (abstract.styleLink === undefined) return { abstractId, abstract, instance };
      const linked = this.#styles.numbering(abstract.styleLink).numId;
      abstractId = linked === undefined ? undefined : this.#instances.get(linked)?.abstractId;
    }
    return undefined;
  }

  level(place: ListPlace): Level | undefined {
    const list = this.list(place.numId);
    return list?.instance.levels.get(place.level) ?? list?.abstract.levels.get(place.level);
  }

  /** Events of a numbering part that fill this. */
  events(): XmlEvents {
    const path: string[] = [];
    let abstract: AbstractList | undefined;
    let instance: ListInstance | undefined;
    let override: number | undefined;
    let level: Level | undefined;
    return withoutAlternates({
      open: (name, attributes) => {
        const parent = path.at(-1);
        const value = attributes["val"];
        path.push(name);
        if (name === "abstractNum") {
          abstract = { levels: new Map() };
          this.#abstracts.set(attributes["abstractNumId"] ?? "", abstract);
        } else if (name === "num") {
          instance = { starts: new Map(), levels: new Map() };
          this.#instances.set(attributes["numId"] ?? "", instance);
        } else if (name === "lvlOverride") override = Number(attributes["ilvl"]);
        else if (name === "startOverride" && override !== undefined)
          instance?.starts.set(override, Number(value));
        else if (name === "abstractNumId" && instance !== undefined && value !== undefined)
          instance.abstractId = value;
        else if (name === "numStyleLink" && abstract !== undefined && value !== undefined)
          abstract.styleLink = value;
        else if (name === "lvl") {
          level = { start: 0, format: "decimal", legal: false, hidden: false };
          const levels = instance === undefined ? abstract?.levels : instance.levels;
          levels?.set(Number(attributes["ilvl"]), level);
        } else if (level !== undefined) readLevelProperty(level, parent, name, attributes);
      },
      close: (name) => {
        path.pop();
        if (name === "abstractNum") abstract = undefined;
        else if (name === "num") instance = undefined;
        else if (name === "lvlOverride") override = undefined;
        else if (name === "lvl") level = undefined;
      },
    });
  }
}

function readLevelProperty(
  level: Level,
  parent: string | undefined,
  name: string,
  attributes: Readonly<Record<string, string>>,
): void {
  const value = attributes["val"];
  if (parent === "rPr") {
    if (name === "vanish") level.hidden = isOn(value);
    const font = attributes["ascii"] ?? attributes["hAnsi"];
    if (name === "rFonts" && font !== undefined) level.font = font;
    return;
  }
  if (parent !== "lvl") return;
  if (name === "isLgl") level.legal = isOn(value);
  if (name === "lvlPicBulletId") level.text = "•";
  if (value === undefined) return;
  if (name === "start") level.start = Number(value);
  else if (name === "numFmt") {
    level.format = value;
    const custom = attributes["format"];
    if (custom !== undefined) level.custom = custom;
  } else if (name === "lvlText") level.text = value;
  else if (name === "lvlRestart") level.restart = Number(value);
  else if (name === "pStyle") level.style = value;
}

/** Counts the lists of one story in document order. */
export class ListCounters {
  readonly #parts: NumberingParts;
  /** By abstract list: its instances go on counting together, unless an override starts one anew. */
  readonly #counts = new Map<string, (number | undefined)[]>();
  readonly #started = new Set<string>();

  constructor(parts: NumberingParts) {
    this.#parts = parts;
  }

  /** Counts a paragraph and gives its number: "" for one that shows nothing, undefined where it cannot be told. */
  next(place: ListPlace): string | undefined {
    const list = this.#parts.list(place.numId);
    if (list === undefined) return undefined;
    const counts = this.#counts.get(list.abstractId) ?? [];
    this.#counts.set(list.abstractId, counts);
    this.#count(place, list.instance, counts);
    const level = this.#parts.level(place);
    if (level === undefined) return undefined;
    if (level.hidden) return "";
    return this.#shown(level, place, counts);
  }

  #count(place: ListPlace, instance: ListInstance, counts: (number | undefined)[]): void {
    for (let above = 0; above < place.level; above++) {
      this.#applyOverride(place.numId, above, instance, counts);
      counts[above] ??= this.#start(place.numId, above);
    }
    const before = counts[place.level];
    if (!this.#applyOverride(place.numId, place.level, instance, counts))
      counts[place.level] = before === undefined ? this.#start(place.numId, place.level) : before + 1;
    for (let below = place.level + 1; below < LEVELS; below++) {
      const restart = this.#parts.level({ numId: place.numId, level: below })?.restart;
      if (restart === undefined || place.level < restart) counts[below] = undefined;
    }
  }

  /** The first use of an instance's level that has a start of its own begins there. */
  #applyOverride(
    numId: string,
    level: number,
    instance: ListInstance,
    counts: (number | undefined)[],
  ): boolean {
    const start = instance.starts.get(level);
    const key = `${numId} ${level}`;
    if (start === undefined || this.#started.has(key)) return false;
    this.#started.add(key);
    counts[level] = start;
    return true;
  }

  #start(numId: string, level: number): number {
    return this.#parts.level({ numId, level })?.start ?? 0;
  }

  #shown(level: Level, place: ListPlace, counts: readonly (number | undefined)[]): string | undefined {
    const pattern = level.text ?? "";
    if (level.format === "bullet") return inSymbolFont(pattern, level.font).text;
    let unknown = false;
    const text = pattern.replaceAll(/%([1-9])/g, (_match, digit: string) => {
      const number = Number(digit) - 1;
      const source = this.#parts.level({ numId: place.numId, level: number });
      const count = counts[number];
      if (source === undefined || count === undefined) return "";
      const format = level.legal && source.format !== "none" ? "decimal" : source.format;
      const shown = formatNumber(count, format, source.custom);
      if (shown === undefined) unknown = true;
      return shown ?? "";
    });
    return unknown ? undefined : text;
  }
}
