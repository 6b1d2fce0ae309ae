/**
 * The formula of a cell that shares another cell's (ECMA-376 part 1, 18.3.1.40 f, `t="shared"`): relative references move by the distance
 * between the two cells, absolute ones stay.
 *
 * Guarantees: text in quotes, sheet names, structured references, function and other names are left as they are, also where they look like an
 * address (`LOG10(`, `'A1'!`). A reference that leaves the sheet becomes `#REF!`. One pass, linear. Not covered: R1C1 notation, which files do not store.
 */

import { columnLetters, columnNumber } from "../../model/request.ts";
import { COLUMNS, ROWS } from "./cell-address.ts";

const NAME_START = "\\p{L}_\\\\";
const NAME_PART = "\\p{L}\\p{N}_.?\\\\";
const TOKENS = new RegExp(
  [
    `(?<quoted>"(?:[^"]|"")*"?|'(?:[^']|'')*'?)`,
    `(?<error>#(?:[A-Z]+(?:_[A-Z]+)*(?:/[A0]!?)?[!?]?))`,
    `(?<columns>\\$?[A-Za-z]{1,3}:\\$?[A-Za-z]{1,3}(?![${NAME_PART}$(!]))`,
    `(?<rows>\\$?\\d{1,7}:\\$?\\d{1,7}(?![${NAME_PART}$]))`,
    `(?<number>\\d+(?:\\.\\d*)?(?:[eE][+-]?\\d+)?|\\.\\d+(?:[eE][+-]?\\d+)?)`,
    `(?<cell>\\$?[A-Za-z]{1,3}\\$?\\d{1,7}(?![${NAME_PART}$(!]))`,
    `(?<name>[${NAME_START}$][${NAME_PART}$]*)`,
    `(?<other>[^])`,
  ].join("|"),
  "uy",
);

export interface Shift {
  readonly rows: number;
  readonly columns: number;
}

export function shiftFormula(formula: string, shift: Shift): string {
  let shifted = "";
  let at = 0;
  while (at < formula.length) {
    if (formula[at] === "[") {
      const end = bracketEnd(formula, at);
      shifted += formula.slice(at, end);
      at = end;
      continue;
    }
    TOKENS.lastIndex = at;
    const match = TOKENS.exec(formula);
    if (match === null) return shifted + formula.slice(at);
    const [token] = match;
    at += token.length;
    const { cell, columns, rows } = match.groups ?? {};
    if (cell !== undefined) shifted += shiftCell(cell, shift);
    else if (columns !== undefined) shifted += shiftEnds(columns, (end) => shiftColumn(end, shift.columns));
    else if (rows !== undefined) shifted += shiftEnds(rows, (end) => shiftRow(end, shift.rows));
    else shifted += token;
  }
  return shifted;
}

/** Behind the bracket that closes the one at `at`; inside, `'` takes the next character's meaning away. */
function bracketEnd(formula: string, at: number): number {
  let depth = 0;
  for (let index = at; index < formula.length; index += 1) {
    const character = formula[index];
    if (character === "'") index += 1;
    else if (character === "[") depth += 1;
    else if (character === "]") {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return formula.length;
}

function shiftCell(cell: string, shift: Shift): string {
  const match = /^(\$?[A-Za-z]+)(\$?\d+)$/.exec(cell);
  const column = match?.[1] === undefined ? undefined : shiftColumn(match[1], shift.columns);
  const row = match?.[2] === undefined ? undefined : shiftRow(match[2], shift.rows);
  // A name such as ABC9999999 is no address.
  if (match === null || Number(match[2]?.replace("$", "")) > ROWS || isNoColumn(match[1] ?? "")) return cell;
  return column === undefined || row === undefined ? "#REF!" : column + row;
}

const isNoColumn = (text: string): boolean => columnNumber(text.replace("$", "")) > COLUMNS;

function shiftEnds(range: string, shiftEnd: (end: string) => string | undefined): string {
  const [from = "", to = ""] = range.split(":");
  const [first, second] = [shiftEnd(from), shiftEnd(to)];
  return first === undefined || second === undefined ? "#REF!" : `${first}:${second}`;
}

function shiftColumn(text: string, by: number): string | undefined {
  if (text.startsWith("$") || isNoColumn(text)) return text;
  const column = columnNumber(text) + by;
  return column < 1 || column > COLUMNS ? undefined : columnLetters(column);
}

function shiftRow(text: string, by: number): string | undefined {
  if (text.startsWith("$")) return text;
  const row = Number(text) + by;
  return row < 1 || row > ROWS ? undefined : String(row);
}
