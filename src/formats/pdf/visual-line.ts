/**
 * Puts one line of glyphs, known by where they stand, into the order in which it is read: the inverse of what the bidirectional algorithm
 * did when the line was laid out. Needed where a line holds right-to-left letters, because a PDF may store them in either order.
 *
 * Source: Unicode Standard Annex 9, in the part that one line needs: numbers and left-to-right words keep their inner order, neutral
 * characters follow their neighbours or the line, brackets are mirrored.
 * Guarantees: pure; each glyph's text comes out once, spaces are put where a gap shows one. Not certain: a line that mixes letters of both
 * directions can be read in two ways; the more common one is taken.
 */

/** A glyph, or several characters that share one, with its advance box. */
export interface PlacedText {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Of the font, for judging gaps. */
  readonly height: number;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const MARK = /^\p{Mn}+$/u;
const DIGITS = /^\p{Nd}+$/u;
const LETTER = /^\p{L}/u;
const NUMBER_SEPARATOR = /^[.,:/\-\u066b\u066c]$/;
const NUMBER_SIGN = /^[%$€£¥#°\u066a]$/;
/** Share of the font's height from which a gap is a space. */
const SPACE = 0.15;
/** The same for the distance at which a space that was seen before still belongs to a gap, however small. */
const SEEN_SPACE = 0.03;

type Kind = "right" | "left" | "digit" | "neutral";

interface Glyph {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly height: number;
  readonly kind: Kind;
}

/** What most letters of a text are. */
export function mostLetters(text: string): "right" | "left" {
  const letters = text.match(/\p{L}/gu) ?? [];
  const right = letters.filter((letter) => RIGHT_TO_LEFT.test(letter)).length;
  return right * 2 >= letters.length ? "right" : "left";
}

export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

export interface LineSurroundings {
  /** Places where another reading of the line found a space. */
  readonly seenSpaces?: readonly number[];
  /** What most letters of the page are; by itself the line is judged by its own. */
  readonly mostly?: "right" | "left";
}

export function logicalLine(placed: readonly PlacedText[], around: LineSurroundings = {}): string {
  const sorted = withMarks(placed).toSorted((a, b) => a.left + a.right - (b.left + b.right));
  const glyphs = spaced(sorted, around.seenSpaces ?? []);
  const runs = joined(glyphs);
  const turned = isRightToLeft(glyphs, around.mostly) ? runs.toReversed() : rightRunsTurned(runs);
  return bracketed(turned.map((run) => run.map((glyph) => glyph.text).join("")).join("")).trim();
}

/** Combining marks go to the glyph that they stand over. */
function withMarks(placed: readonly PlacedText[]): PlacedText[] {
  const bases = placed.filter((glyph) => !MARK.test(glyph.text));
  const marks = placed.filter((glyph) => MARK.test(glyph.text));
  if (marks.length === 0 || bases.length === 0) return [...placed];
  const texts = bases.map((base) => base.text);
  for (const mark of marks) {
    const middle = (mark.left + mark.right) / 2;
    let nearest = 0;
    let least = Infinity;
    bases.forEach((base, index) => {
      const outside = Math.max(base.left - middle, middle - base.right, 0);
      const distance = outside * 1000 + Math.abs((base.left + base.right) / 2 - middle);
      if (base.text.trim() !== "" && distance < least) [nearest, least] = [index, distance];
    });
    texts[nearest] = (texts[nearest] ?? "") + mark.text;
  }
  return bases.map((base, index) => ({ ...base, text: texts[index] ?? base.text }));
}

function kindOf(text: string): Kind {
  if (DIGITS.test(text)) return "digit";
  if (RIGHT_TO_LEFT.test(text)) return "right";
  return LETTER.test(text) ? "left" : "neutral";
}

/** Adds a space where a gap shows one, and classes each glyph. */
function spaced(sorted: readonly PlacedText[], seenSpaces: readonly number[]): Glyph[] {
  const glyphs: Glyph[] = [];
  let before: PlacedText | undefined;
  for (const next of sorted) {
    if (
      before !== undefined &&
      isSpace(before, next, seenSpaces) &&
      before.text.trim() !== "" &&
      next.text.trim() !== ""
    )
      glyphs.push({ text: " ", left: before.right, right: next.left, height: next.height, kind: "neutral" });
    glyphs.push({ ...next, kind: kindOf(next.text) });
    before = next;
  }
  return glyphs;
}

function isSpace(before: PlacedText, next: PlacedText, seenSpaces: readonly number[]): boolean {
  const gap = next.left - before.right;
  const height = Math.max(next.height, before.height);
  if (gap > SPACE * height) return true;
  const near = SEEN_SPACE * height;
  return gap > 0 && seenSpaces.some((x) => x > before.right - near && x < next.left + near);
}

/** By both ends of the line where they agree, else by what most letters are. */
function isRightToLeft(glyphs: readonly Glyph[], mostly: "right" | "left" | undefined): boolean {
  const strong = glyphs.filter(({ kind }) => kind === "right" || kind === "left");
  const [first, last] = [strong[0]?.kind, strong.at(-1)?.kind];
  if (first === last) return first === "right";
  if (mostly !== undefined) return mostly === "right";
  const right = strong.filter(({ kind }) => kind === "right").length;
  return right * 2 >= strong.length;
}

/** Glyphs that keep their order from left to right: numbers, and left-to-right words with what stands between them. */
function joined(glyphs: readonly Glyph[]): Glyph[][] {
  const runs: Glyph[][] = [];
  for (let start = 0; start < glyphs.length;) {
    const kind = glyphs[start]?.kind;
    const end =
      kind === "left"
        ? endOfWords(glyphs, start)
        : isNumberStart(glyphs, start)
          ? endOfNumber(glyphs, start)
          : start + 1;
    runs.push(glyphs.slice(start, end));
    start = end;
  }
  return runs;
}

/** After the last left-to-right letter or number that no right-to-left letter parts from `start`. */
function endOfWords(glyphs: readonly Glyph[], start: number): number {
  let end = start + 1;
  for (let index = start + 1; index < glyphs.length; index += 1) {
    const kind = glyphs[index]?.kind;
    if (kind === "right") break;
    if (kind === "left" || kind === "digit") end = index + 1;
  }
  return end;
}

function isNumberStart(glyphs: readonly Glyph[], index: number): boolean {
  const glyph = glyphs[index];
  if (glyph?.kind === "digit") return true;
  return glyph !== undefined && NUMBER_SIGN.test(glyph.text) && glyphs[index + 1]?.kind === "digit";
}

function endOfNumber(glyphs: readonly Glyph[], start: number): number {
  let end = start + 1;
  for (; end < glyphs.length; end += 1) {
    const glyph = glyphs[end];
    if (glyph?.kind === "digit") continue;
    const text = glyph?.text ?? "";
    if (NUMBER_SEPARATOR.test(text) && glyphs[end + 1]?.kind === "digit") continue;
    if (NUMBER_SIGN.test(text)) continue;
    break;
  }
  return end;
}

/** In a left-to-right line: stretches from a right-to-left letter to the last one before the next left-to-right word are turned. */
function rightRunsTurned(runs: readonly Glyph[][]): Glyph[][] {
  const out: Glyph[][] = [];
  for (let start = 0; start < runs.length;) {
    if (kindOfRun(runs[start]) !== "right") {
      out.push(runs[start] ?? []);
      start += 1;
      continue;
    }
    let end = start + 1;
    for (let index = start + 1; index < runs.length && kindOfRun(runs[index]) !== "left"; index += 1)
      if (kindOfRun(runs[index]) === "right") end = index + 1;
    out.push(...runs.slice(start, end).toReversed());
    start = end;
  }
  return out;
}

function kindOfRun(run: readonly Glyph[] | undefined): Kind {
  return run?.[0]?.kind ?? "neutral";
}

const PAIRS = ["()", "[]", "{}", "«»"] as const;

/** Brackets come as they look, mirrored or not: in reading order an opening one comes first. */
function bracketed(text: string): string {
  let out = text;
  for (const [open, close] of PAIRS) {
    const count = [...out].filter((character) => character === open || character === close).length;
    if (count === 0 || count % 2 === 1) continue;
    let opened = false;
    out = [...out]
      .map((character) => {
        if (character !== open && character !== close) return character;
        opened = !opened;
        return opened ? open : close;
      })
      .join("");
  }
  return out;
}
