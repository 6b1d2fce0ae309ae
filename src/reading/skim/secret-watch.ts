/**
 * Where a block may hold a secret, or a part of one.
 *
 * Guarantees: each anchor of each rule that the screening of the whole text would judge is judged here too: tokens and named values by the
 * rules themselves, on a window as wide as they look; keys and other structures, whose end is far, are told without being judged. What is
 * told comes with as much around it as its rule may look at. Anchors that a line break divides are among them.
 * Not covered: what the rules do not cover.
 */

import type { Kernel } from "../kernel/kernel.ts";
import { compileKeywords } from "../kernel/keyword-set.ts";
import type { KeywordSet } from "../kernel/keyword-set.ts";
import { BREAK_BLANKS } from "../screening/anchors.ts";
import { KEY_LIMIT } from "../screening/private-key.ts";
import type { Rule } from "../screening/rule.ts";
import { RULES } from "../screening/rules.ts";
import { scanText } from "../screening/scan.ts";
import { URL_PASSWORD, URL_PASSWORD_REACH } from "../screening/url-password.ts";
import { WRAP_REACH } from "../screening/wrapped.ts";
import { SkimGivenUp } from "./trigger.ts";
import type { BlockRange, Trigger } from "./trigger.ts";
import { Divisions } from "./divisions.ts";
import type { Anchor } from "./divisions.ts";

/** Bytes that a key may reach back from its closing marker; forwards three times as many, as the text between may be no ASCII. */
export const KEY_BYTES = KEY_LIMIT + 1024;
/** Characters before an anchor that its rule may look back at or that its value may begin in. */
const BACK = 1280;
const SLACK = 96;
const HOST_REACH = 80;
/** Looks in one block after which it is read whole instead. */
const LOOKS_MAX = 400;
const CANDIDATES_MAX = 2000;
/** Escapes that open Japanese text in ISO-2022-JP, which is no UTF-8 although its bytes are ASCII. */
const ESCAPES = ["\x1b$@", "\x1b$B", "\x1b$(D"];
const AT_SIGN = 0x40;

interface Anchors {
  readonly all: readonly Anchor[];
  /** In the same order, and the escapes behind them. */
  readonly keywords: KeywordSet;
  readonly divisions: Divisions;
}

let anchorsOnce: Anchors | undefined;

/** The anchors of all rules, set up when the first file is skimmed. */
function anchorsOfRules(): Anchors {
  if (anchorsOnce === undefined) {
    const all = anchorsOf(RULES);
    anchorsOnce = { all, keywords: keywordsOf(all), divisions: new Divisions(all) };
  }
  return anchorsOnce;
}

const keywordsOf = (anchors: readonly Anchor[]): KeywordSet =>
  compileKeywords(
    [...anchors, ...ESCAPES.map((text) => ({ text, ignoreCase: false }))].map(({ text, ignoreCase }) => ({
      bytes: Buffer.from(text, "latin1"),
      ignoreCase,
    })),
  );

export class SecretWatch {
  readonly #kernel: Kernel;
  readonly #keyBytes: number;
  readonly #anchors: Anchors | undefined;
  readonly #keywords: KeywordSet;
  #looks = 0;

  constructor(kernel: Kernel, screened: boolean, keyBytes: number) {
    this.#kernel = kernel;
    this.#keyBytes = keyBytes;
    this.#anchors = screened ? anchorsOfRules() : undefined;
    this.#keywords = this.#anchors?.keywords ?? keywordsOf([]);
  }

  /** Where an anchor may be divided; undefined where nothing is screened. */
  get divisions(): Divisions | undefined {
    return this.#anchors?.divisions;
  }

  /** All of a block but the anchors that a line break divides, for which `lookAtLineEnd` is. */
  look(block: BlockRange, tell: (trigger: Trigger) => void): void {
    this.#looks = 0;
    const hits = this.#kernel.findKeywords(this.#keywords, block.from, block.end, CANDIDATES_MAX);
    for (const { position, keyword } of hits) {
      const anchor = this.#anchors?.all[keyword];
      if (anchor === undefined) throw new SkimGivenUp("an escape sequence of another encoding");
      this.#judge(position, anchor.text.length, anchor.reach, block, tell);
    }
    if (hits.length === CANDIDATES_MAX) this.#tellWhole(block, tell);
    if (this.#anchors !== undefined) this.#lookAtSigns(block, tell);
  }

  /** At an LF that an anchor may be divided at. */
  lookAtLineEnd(lineEnd: number, block: BlockRange, tell: (trigger: Trigger) => void): void {
    const { bytes } = this.#kernel;
    let end = lineEnd;
    while (end > 0 && isBlank(bytes[end - 1])) end -= 1;
    let next = lineEnd + 1;
    while (next < block.valid && isBlank(bytes[next])) next += 1;
    if (lineEnd - end > BREAK_BLANKS + 2 || next - lineEnd > BREAK_BLANKS + 2) return;
    for (const { anchor, index } of this.divisions?.between(bytes[end - 1]!, bytes[next]!) ?? []) {
      if (end < index || !this.#standsAt(anchor, 0, index, end - index)) continue;
      const rest = anchor.text.length - index;
      if (next + rest > block.valid || !this.#standsAt(anchor, index, anchor.text.length, next)) continue;
      this.#judge(end - index, next + rest - (end - index), anchor.reach, block, tell);
    }
  }

  /** Whether the characters [from, to) of an anchor stand at a place. */
  #standsAt({ text, ignoreCase }: Anchor, from: number, to: number, at: number): boolean {
    const { bytes } = this.#kernel;
    for (let index = from; index < to; index += 1) {
      let byte = bytes[at + index - from]!;
      if (ignoreCase && byte >= 65 && byte <= 90) byte += 32;
      if (byte !== text.charCodeAt(index)) return false;
    }
    return true;
  }

  /** Passwords in URLs, found from the `@`. */
  #lookAtSigns(block: BlockRange, tell: (trigger: Trigger) => void): void {
    for (let from = block.from; from < block.end;) {
      const { positions, resume } = this.#kernel.positions(AT_SIGN, from, block.end);
      // Copied, as a look may use the kernel again.
      for (const at of positions.slice())
        if (this.#schemeBefore(at, block.from)) this.#judge(at, 1, HOST_REACH, block, tell);
      from = resume;
    }
  }

  /** Whether a `://` stands before, in the same run of bytes. */
  #schemeBefore(at: number, from: number): boolean {
    const { bytes } = this.#kernel;
    const limit = Math.max(from, at - 3 * URL_PASSWORD_REACH);
    for (let index = at - 1; index >= limit; index -= 1) {
      const byte = bytes[index]!;
      if (byte === 0x2f) return bytes[index - 1] === 0x2f && bytes[index - 2] === 0x3a;
      if (byte <= 0x20) return false;
    }
    return false;
  }

  /** Tells a place unless the rules, looking at it as they would in the whole text, find nothing near it. */
  #judge(
    at: number,
    length: number,
    reach: number | undefined,
    block: BlockRange,
    tell: (trigger: Trigger) => void,
  ): void {
    if (reach === undefined) {
      tell({ from: at, to: at + length - 1, before: this.#keyBytes, after: 3 * this.#keyBytes });
      return;
    }
    this.#looks += 1;
    if (this.#looks > LOOKS_MAX) {
      if (this.#looks === LOOKS_MAX + 1) this.#tellWhole(block, tell);
      return;
    }
    const width = block.ascii ? 1 : 3;
    const from = at - BACK * width;
    const to = at + length + (reach + SLACK) * width;
    // Where the window is cut off it is not judged, but read.
    const cut = to > block.valid && !block.last;
    if (!cut && scanText(this.#text(Math.max(0, from), Math.min(to, block.valid))).length === 0) return;
    tell({ from: at, to: at + length - 1, before: 3 * BACK, after: 3 * (reach + SLACK) });
  }

  #tellWhole({ from, end }: BlockRange, tell: (trigger: Trigger) => void): void {
    tell({ from, to: end - 1, before: this.#keyBytes, after: 3 * this.#keyBytes });
  }

  /** As the screener joins lines: LF between them, whatever ended them. */
  #text(from: number, to: number): string {
    const { bytes } = this.#kernel;
    let start = from;
    while (start < to && (bytes[start]! & 0xc0) === 0x80) start += 1;
    return bytes.toString("utf8", start, to).replaceAll("\r\n", "\n");
  }
}

const isBlank = (byte: number | undefined): boolean => byte === 32 || byte === 9 || byte === 13;

/** Every anchor once, with what all its rules ask for together. */
function anchorsOf(rules: readonly Rule[]): Anchor[] {
  const found = new Map<string, Anchor>();
  for (const rule of rules) {
    if (rule === URL_PASSWORD) continue;
    const reach = rule.shape === "structure" ? undefined : rule.after + WRAP_REACH;
    // Any rule that may be wrapped: more than the screening asks for, never less.
    const divides = rule.shape === "structure" || rule.wraps !== undefined;
    for (const anchor of rule.anchors) {
      const text = rule.ignoreCase ? anchor.toLowerCase() : anchor;
      const key = `${text} ${rule.ignoreCase}`;
      const known = found.get(key);
      found.set(key, {
        text,
        ignoreCase: rule.ignoreCase,
        reach:
          reach === undefined || (known !== undefined && known.reach === undefined)
            ? undefined
            : Math.max(reach, known?.reach ?? 0),
        divides: divides || known?.divides === true,
      });
    }
  }
  return [...found.values()];
}
