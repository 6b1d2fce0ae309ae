/**
 * File content and names on a terminal: control characters, bidi overrides, zero-width and tag characters are shown as `\u{…}`, never sent
 * raw. Line feeds and tabs stay. What is escaped: C0 but LF and TAB, DEL, C1, U+061C, U+200B-200F, U+2028-202E, U+2060-206F, U+FEFF,
 * U+FFF9-FFFB, U+E0000-E01EF. Joiners inside Indic or emoji sequences are escaped too: seeing is the point here.
 */

const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\uddef]/g;

export function visible(text: string): string {
  return text.replace(HIDDEN, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`);
}

/** For names and other text that has to stay on one line. */
export function visibleLine(text: string): string {
  return visible(text).replace(/\n/g, "\\n").replace(/\t/g, "\\t");
}
