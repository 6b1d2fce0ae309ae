/**
 * A text folded for comparing, with the way back to the text's own UTF-16 units.
 *
 * Guarantees: each folded unit knows the whole characters it came from (a base with its marks, a surrogate pair, a ligature), so that a hit never
 * divides one. A run of white space is one space. What may read in more than one way is one marker unit, and `marked-search.ts` knows the ways:
 * a hyphen at a line end, a soft hyphen at a line end, a space that may be missing.
 * What `fold` returns shares its memory with the next fold: use it before folding again.
 */

import {
  foldCluster,
  isHangul,
  isIgnoredCharacter,
  isMarkCharacter,
  isMarkKind,
  isSurrogate,
  Kind,
  kindOf,
  kinds,
  singleFold,
  singles,
  thaiAm,
  writesNoSpaces,
} from "./characters.ts";

/** A hyphen, a line end and the white space after it: nothing, a hyphen, or a hyphen and a space. */
export const HYPHEN_AT_END = 0xfdd0;
/** The same with a soft hyphen: also a space. */
export const SOFT_HYPHEN_AT_END = 0xfdd1;
/** White space beside a script that writes none, or at a line end within Korean: nothing, or a space. */
export const OPTIONAL_SPACE = 0xfdd2;

const SPACE = 0x20;
const HYPHEN = 0x2d;

const characterAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0);

/** 1 for kinds that never belong to the character before them. */
const ENDS_CHARACTER = new Uint8Array(16);
for (const kind of [Kind.single, Kind.several, Kind.space, Kind.lineEnd, Kind.hyphen, Kind.thaiAa])
  ENDS_CHARACTER[kind] = 1;
/** Below it neither Korean nor a script without spaces begins: a space there is a space. */
const SPACED_SCRIPTS = 0xe00;

/** A folded text, valid until the next one is made. */
export interface Folded {
  /** The folded units. */
  readonly text: string;
  readonly hasMarkers: boolean;
  /** Where the character begins in the original that the folded unit came from. */
  start(unit: number): number;
  /** Where it ends. */
  end(unit: number): number;
}

/** Folds a text. Without markers, what may be left out is left out: enough for a needle without spaces and hyphens. */
export function fold(text: string, markers = true): Folded {
  return folder.fold(text, markers);
}

const ROOM = 4096;
/** Units of memory kept from one text to the next. */
const ROOM_KEPT = 1_048_576;

class Folder implements Folded {
  text = "";
  hasMarkers = false;
  #markers = true;
  #source = "";
  #units = new Uint16Array(ROOM);
  /** The same memory as `#units`, from which a string is made. */
  #bytes = Buffer.from(this.#units.buffer);
  #starts = new Int32Array(ROOM);
  #ends = new Int32Array(ROOM);
  /** The text's units in memory: twice as fast to read as the string. After the last one stands a space. */
  #input = new Uint16Array(ROOM);
  #inputBytes = Buffer.from(this.#input.buffer);
  #length = 0;
  /** White space met and not yet written: what follows decides what it is. */
  #spaceStart = -1;
  #spaceEnd = 0;
  #spaceHasLineEnd = false;
  /** The last unit that is no space and no marker; of a pair, its first half. */
  #before = 0;

  start(unit: number): number {
    return this.#starts[unit] ?? 0;
  }

  end(unit: number): number {
    return this.#ends[unit] ?? 0;
  }

  fold(text: string, markers: boolean): Folded {
    this.#source = text;
    this.#markers = markers;
    this.#length = 0;
    this.#spaceStart = -1;
    this.#spaceHasLineEnd = false;
    this.#before = 0;
    this.hasMarkers = false;
    if (this.#input.length <= text.length || this.#input.length > ROOM_KEPT) {
      this.#input = new Uint16Array(Math.max(ROOM, text.length + 1));
      this.#inputBytes = Buffer.from(this.#input.buffer);
      this.#resize(this.#input.length + ROOM);
    }
    this.#inputBytes.write(text, "utf16le");
    this.#input[text.length] = SPACE;
    for (let at = 0; at < text.length;) {
      // Room for all that `run` may write.
      if (this.#units.length - this.#length <= text.length - at)
        this.#resize(this.#length + text.length + ROOM);
      at = this.#run(at);
      if (at < text.length) at = this.#step(at);
    }
    this.#writeSpace(0);
    this.text = this.#bytes.toString("utf16le", 0, this.#length * 2);
    return this;
  }

  /** The fast loop: single characters with at most one inert mark, and single spaces between them, as long as nothing else comes. Returns where that is. */
  #run(from: number): number {
    const size = this.#source.length;
    const [input, units, starts, ends] = [this.#input, this.#units, this.#starts, this.#ends];
    let unit = input[from] ?? 0;
    if (kinds[unit] !== Kind.single) return from;
    let length = this.#length;
    let at = from;
    let before = this.#before;
    while (at < size) {
      let end = at + 1;
      const next = input[end] ?? SPACE;
      const kind = kinds[unit];
      const nextKind = kinds[next] ?? 0;
      if (kind === Kind.single) {
        const folded = singles[unit] ?? 0;
        if (nextKind === Kind.inertMark) {
          const third = input[at + 2] ?? SPACE;
          if (ENDS_CHARACTER[kinds[third] ?? 0] === 0) break;
          if (at === from) length = this.#flushSpace(folded, length);
          end = at + 2;
          units[length] = folded;
          starts[length] = at;
          ends[length] = end;
          length += 1;
          units[length] = before = next;
          unit = third;
        } else if (ENDS_CHARACTER[nextKind] === 1) {
          if (at === from) length = this.#flushSpace(folded, length);
          units[length] = before = folded;
          unit = next;
        } else break;
      } else if (
        (kind === Kind.space || kind === Kind.lineEnd) &&
        nextKind === Kind.single &&
        before < SPACED_SCRIPTS &&
        (singles[next] ?? 0) < SPACED_SCRIPTS
      ) {
        units[length] = SPACE;
        unit = next;
      } else break;
      starts[length] = at;
      ends[length] = end;
      length += 1;
      at = end;
    }
    this.#length = length;
    this.#before = before;
    return at;
  }

  #flushSpace(next: number, length: number): number {
    if (this.#spaceStart < 0) return length;
    this.#writeSpace(next);
    return this.#length;
  }

  /** Folds what stands at `at` and returns where the next character begins. */
  #step(at: number): number {
    const unit = this.#input[at] ?? 0;
    switch (kindOf(unit)) {
      case Kind.space:
      case Kind.lineEnd:
        if (this.#spaceStart < 0) this.#spaceStart = at;
        this.#spaceEnd = at + 1;
        if (kindOf(unit) === Kind.lineEnd) this.#spaceHasLineEnd = true;
        return at + 1;
      case Kind.ignored:
        return at + 1;
      case Kind.softHyphen: {
        const end = this.#lineEndAfter(at + 1);
        if (end > 0) this.#writeMarker(SOFT_HYPHEN_AT_END, at, end);
        return end > 0 ? end : at + 1;
      }
      case Kind.foundHyphen: {
        const end = this.#lineEndAfter(at + 1) || at + 1;
        if (end === at + 1 && this.#markFollows(end)) break;
        this.#writeMarker(HYPHEN_AT_END, at, end);
        return end;
      }
      case Kind.hyphen: {
        const end = this.#lineEndAfter(at + 1);
        if (end === 0) break;
        this.#writeMarker(HYPHEN_AT_END, at, end);
        return end;
      }
      case Kind.single:
      case Kind.thaiAa:
        break;
      default:
        return this.#cluster(at);
    }
    if (this.#markFollows(at + 1)) return this.#cluster(at);
    const folded = singleFold(unit);
    const am = thaiAm(this.#before, folded);
    if (am !== 0 && this.#spaceStart < 0) this.#joinAm(am, at + 1);
    else this.#write(folded, at, at + 1, folded);
    return at + 1;
  }

  #joinAm(am: number, end: number): void {
    this.#units[this.#length - 1] = am;
    this.#ends[this.#length - 1] = end;
    this.#before = am;
  }

  /** Whether a mark follows, be it after invisible characters. */
  #markFollows(from: number): boolean {
    const text = this.#source;
    for (let at = from; at < text.length;) {
      const kind = kindOf(this.#input[at] ?? 0);
      if (isMarkKind(kind)) return true;
      let length = 1;
      if (kind === Kind.surrogate) {
        const character = characterAt(text, at);
        if (isMarkCharacter(character)) return true;
        if (!isIgnoredCharacter(character)) return false;
        length = character.length;
      } else if (kind !== Kind.ignored && kind !== Kind.softHyphen) return false;
      at += length;
    }
    return false;
  }

  /** A character with its marks, without the invisible ones among them. */
  #cluster(start: number): number {
    const text = this.#source;
    let cluster = characterAt(text, start);
    let end = start + cluster.length;
    if (isIgnoredCharacter(cluster)) return end;
    for (let at = end; at < text.length;) {
      const character = characterAt(text, at);
      at += character.length;
      if (isMarkCharacter(character)) {
        cluster += character;
        end = at;
      } else if (!isIgnoredCharacter(character)) break;
    }
    const folded = foldCluster(cluster);
    const first = folded.charCodeAt(0);
    for (let k = 0; k < folded.length; k += 1) this.#write(folded.charCodeAt(k), start, end, first);
    const last = folded.charCodeAt(folded.length - 1);
    if (!isSurrogate(last)) this.#before = last;
    return end;
  }

  /** Where the white space ends that begins with a line end right after a hyphen; 0 when there is none. */
  #lineEndAfter(from: number): number {
    const text = this.#source;
    let end = 0;
    for (let at = from; at < text.length; at += 1) {
      const kind = kindOf(this.#input[at] ?? 0);
      if (kind === Kind.lineEnd || (kind === Kind.space && end > 0)) end = at + 1;
      else if (kind !== Kind.ignored) return end;
    }
    return end;
  }

  #writeSpace(next: number): void {
    if (this.#spaceStart < 0) return;
    const before = this.#before;
    const optional =
      writesNoSpaces(before) ||
      writesNoSpaces(next) ||
      (this.#spaceHasLineEnd && isHangul(before) && isHangul(next));
    const start = this.#spaceStart;
    this.#spaceStart = -1;
    this.#spaceHasLineEnd = false;
    if (optional) {
      if (!this.#markers) return;
      this.hasMarkers = true;
    }
    this.#put(optional ? OPTIONAL_SPACE : SPACE, start, this.#spaceEnd);
  }

  #write(unit: number, start: number, end: number, before: number): void {
    if (this.#spaceStart >= 0) this.#writeSpace(unit);
    this.#put(unit, start, end);
    this.#before = before;
  }

  #writeMarker(marker: number, start: number, end: number): void {
    this.#writeSpace(HYPHEN);
    this.#before = HYPHEN;
    if (!this.#markers) return;
    this.hasMarkers = true;
    this.#put(marker, start, end);
  }

  #put(unit: number, start: number, end: number): void {
    const at = this.#length;
    if (at === this.#units.length) this.#resize(at * 2);
    this.#units[at] = unit;
    this.#starts[at] = start;
    this.#ends[at] = end;
    this.#length = at + 1;
  }

  #resize(room: number): void {
    const [units, starts, ends] = [new Uint16Array(room), new Int32Array(room), new Int32Array(room)];
    units.set(this.#units.subarray(0, this.#length));
    starts.set(this.#starts.subarray(0, this.#length));
    ends.set(this.#ends.subarray(0, this.#length));
    this.#units = units;
    this.#bytes = Buffer.from(units.buffer);
    this.#starts = starts;
    this.#ends = ends;
  }
}

const folder = new Folder();
