/**
 * Headers that were judged before: the lines of a log look alike, so that a line whose beginning has the same characters, any digit standing
 * for any other, has the same level.
 *
 * Guarantees: only a beginning that alone decided the level is learned (level-header.ts says when that is so), so that a line answered from
 * here is answered as `levelOf` would. Works on bytes, without making a string of the line.
 */

import type { LogLevel } from "../../model/log-answer.ts";

/** More than levels and threads that alternate; the one that fitted last is tried first. */
const TEMPLATES_MAX = 24;
const LONGEST = 200;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN_BRACKET = 0x5b;

interface Template {
  /** Digits as zeros. */
  readonly bytes: Uint8Array;
  readonly level: LogLevel;
}

export class HeaderTemplates {
  readonly #templates: Template[] = [];

  /** Whether lines that begin so are learned: with a digit or a bracket, as times do. */
  static suits(first: number): boolean {
    return (first >= ZERO && first <= NINE) || first === OPEN_BRACKET;
  }

  /** The level of the line [start, end) where its header was judged before. */
  match(bytes: Uint8Array, start: number, end: number): LogLevel | undefined {
    const templates = this.#templates;
    for (let index = 0; index < templates.length; index += 1) {
      const template = templates[index];
      if (template === undefined || !fits(template.bytes, bytes, start, end)) continue;
      if (index > 0) {
        templates.splice(index, 1);
        templates.unshift(template);
      }
      return template.level;
    }
    return undefined;
  }

  /** The first `length` characters of the line decided that it has this level. */
  learn(line: string, length: number, level: LogLevel): void {
    if (length > LONGEST || length > line.length) return;
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; at += 1) {
      const code = line.charCodeAt(at);
      bytes[at] = code >= ZERO && code <= NINE ? ZERO : code;
    }
    this.#templates.unshift({ bytes, level });
    if (this.#templates.length > TEMPLATES_MAX) this.#templates.pop();
  }
}

function fits(template: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  const { length } = template;
  if (end - start < length) return false;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[start + at] ?? 0;
    if (template[at] !== (byte >= ZERO && byte <= NINE ? ZERO : byte)) return false;
  }
  return true;
}
