/**
 * Formulas in one line: what structure shows on paper (fractions, powers, roots, brackets) is written out, so that ½ does not become 12.
 *
 * Source: ECMA-376 part 1, 22.1 (Office Math). The signs follow the linear form of Unicode Technical Note 28 where it has one.
 * Not covered: accents, bars, boxes and alignment leave no sign; phantoms are written as if shown.
 */

export interface MathTarget {
  write(text: string): void;
  /** A mark for `group`. */
  mark(): number;
  /** Brackets around what was written since the mark, unless it is one number or word. */
  group(mark: number): void;
}

interface MathElement {
  readonly name: string;
  /** The sign before it, written with its first text. */
  sign: string;
  mark: number;
  children: number;
  /** Whether its own first sign (bracket, operator) was written. */
  begun: boolean;
  begin: string;
  separator: string;
  end: string;
}

/** Operands that are grouped when they are more than one number or word. */
const GROUPED = new Set(["num", "den", "sup", "sub", "deg", "lim"]);
const SIGNS: Readonly<Record<string, string>> = { den: "/", sup: "^", sub: "_" };

export class LinearMath {
  readonly #target: MathTarget;
  readonly #elements: MathElement[] = [];

  constructor(target: MathTarget) {
    this.#target = target;
  }

  /** False for an element whose content is not shown. */
  open(name: string, attributes: Readonly<Record<string, string>>): boolean {
    if (name === "ctrlPr" || name === "rPr") return false;
    const parent = this.#elements.at(-1);
    let sign = "";
    if (parent !== undefined && parent.name.endsWith("Pr")) this.#property(name, attributes["val"]);
    else if (parent !== undefined && !name.endsWith("Pr")) sign = signBefore(name, parent, parent.children++);
    const isOperator = name === "nary";
    this.#elements.push({
      name,
      sign,
      mark: this.#target.mark(),
      children: 0,
      begun: false,
      begin: name === "d" ? "(" : isOperator ? "∫" : "",
      separator: "|",
      end: name === "d" ? ")" : "",
    });
    return true;
  }

  /** Call before a text of the formula: writes the signs that stand before it. */
  beforeText(): void {
    for (const element of this.#elements) {
      if (element.sign !== "") {
        this.#target.write(element.sign);
        element.sign = "";
        element.mark = this.#target.mark();
      }
      if (element.begun) continue;
      element.begun = true;
      if (element.begin === "") continue;
      this.#target.write(element.begin);
    }
  }

  close(): void {
    const element = this.#elements.pop();
    if (element === undefined) return;
    const parent = this.#elements.at(-1);
    const isRadicand = element.name === "e" && parent?.name === "rad";
    if (GROUPED.has(element.name) || isRadicand) this.#target.group(element.mark);
    if (element.begun && element.end !== "") this.#target.write(element.end);
  }

  /** A property belongs to the element that holds the property group. */
  #property(name: string, value: string | undefined): void {
    const owner = this.#elements.at(-2);
    if (owner === undefined) return;
    if (owner.name === "d" && name === "begChr") owner.begin = value ?? "";
    else if (owner.name === "d" && name === "endChr") owner.end = value ?? "";
    else if (owner.name === "d" && name === "sepChr") owner.separator = value ?? "";
    else if (owner.name === "nary" && name === "chr") owner.begin = value ?? "";
  }
}

/** The sign between a parent's earlier children and the next one. */
function signBefore(name: string, parent: MathElement, earlier: number): string {
  const between = (sign: string): string => (earlier === 0 ? "" : sign);
  switch (parent.name) {
    case "d":
      return between(parent.separator);
    case "rad":
      return name === "e" ? "√" : "";
    case "func":
    case "mr":
      return between(" ");
    case "m":
      return between("; ");
    case "eqArr":
      return between("\n");
    case "nary":
      return name === "e" ? " " : (SIGNS[name] ?? "");
    case "limLow":
      return name === "lim" ? "_" : "";
    case "limUpp":
      return name === "lim" ? "^" : "";
    default:
      return SIGNS[name] ?? "";
  }
}
