/**
 * What styles say about visibility and automatic numbers (OpenDocument 1.3 part 3, 16 and 17; 20.262 text:display, 19.717 table:display).
 *
 * Guarantees: a parent style counts where the style itself says nothing; chains of parents that never end are cut. Not covered: conditional styles.
 */

const PARENTS_MAX = 32;

interface Style {
  readonly parent: string | undefined;
  hidden: boolean | undefined;
}

export class OdfStyles {
  readonly #styles = new Map<string, Style>();
  /** Levels with a number that shows, by list style. */
  readonly #numbered = new Map<string, Set<number>>();
  readonly #outline = new Set<number>();
  #style: Style | undefined;
  #levels: Set<number> | undefined;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    switch (name) {
      case "style": {
        const family = attributes["family"] ?? "";
        const parent = attributes["parent-style-name"];
        this.#style = { parent: parent === undefined ? undefined : `${family} ${parent}`, hidden: undefined };
        this.#styles.set(`${family} ${attributes["name"] ?? ""}`, this.#style);
        return;
      }
      case "text-properties":
      case "table-properties": {
        const display = attributes["display"];
        if (this.#style !== undefined && display !== undefined)
          this.#style.hidden = display === "none" || display === "false";
        return;
      }
      case "drawing-page-properties":
        if (this.#style !== undefined && attributes["visibility"] !== undefined)
          this.#style.hidden = attributes["visibility"] === "hidden";
        return;
      case "list-style":
        this.#levels = new Set();
        this.#numbered.set(attributes["name"] ?? "", this.#levels);
        return;
      case "outline-style":
        this.#levels = this.#outline;
        return;
      case "list-level-style-number":
      case "outline-level-style":
        if ((attributes["num-format"] ?? "") !== "") this.#levels?.add(Number(attributes["level"]));
        return;
      default:
    }
  }

  close(name: string): void {
    if (name === "style") this.#style = undefined;
    else if (name === "list-style" || name === "outline-style") this.#levels = undefined;
  }

  isHidden(family: string, name: string | undefined): boolean {
    if (name === undefined) return false;
    let key: string | undefined = `${family} ${name}`;
    for (let step = 0; step < PARENTS_MAX && key !== undefined; step += 1) {
      const style: Style | undefined = this.#styles.get(key);
      if (style?.hidden !== undefined) return style.hidden;
      key = style?.parent;
    }
    return false;
  }

  isNumbered(listStyle: string | undefined, level: number): boolean {
    return listStyle !== undefined && this.#numbered.get(listStyle)?.has(level) === true;
  }

  isOutlineNumbered(level: number): boolean {
    return this.#outline.has(level);
  }
}
