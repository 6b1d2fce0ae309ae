/**
 * The pages of a presentation as slides (OpenDocument 1.3 part 3, 3.6 office:presentation, 10.2.4 draw:page, 16.9 master pages).
 *
 * Guarantees: pages in the order of the file; text of shapes and tables in stacking order as the slide's body; notes and comments apart; a page that
 * is not shown is marked. Text that a master page draws itself is handed out once. Not covered: layers that are switched off, animations.
 */

import type { Locator } from "../../model/locator.ts";
import type { Unit } from "../../model/unit.ts";
import { Paragraph } from "../docx/paragraph.ts";
import { TextWalker } from "./text-walker.ts";
import type { Attributes, Closer } from "./text-walker.ts";

export class PresentationWalker extends TextWalker {
  readonly units: Unit[] = [];
  found = false;
  pages = 0;
  readonly masters = new Set<string>();
  protected override readonly boxesAreLayers = false;
  #hiddenPage = false;
  #declared = 0;

  protected override out(units: readonly Unit[]): void {
    for (const unit of units)
      this.units.push(this.#hiddenPage && unit.hidden !== true ? { ...unit, hidden: true } : unit);
  }

  protected override besideAt(): Locator {
    return this.layers.at(-1)?.at ?? { kind: "slide", slide: Math.max(1, this.pages) };
  }

  protected override enter(name: string, attributes: Attributes, namespace: string): Closer {
    if (namespace === "office" && name === "presentation") this.found = true;
    else if (namespace === "draw" && name === "page" && this.layers.length === 0)
      return this.#page(attributes);
    else if (namespace === "presentation" && name === "notes" && this.layers.length === 1) {
      this.pushLayer("notes", this.besideAt());
      return () => {
        this.popLayer();
      };
    } else if (namespace === "presentation" && /^(?:header|footer|date-time)-decl$/.test(name))
      return this.#declaration(name);
    return undefined;
  }

  #page(attributes: Attributes): Closer {
    this.pages += 1;
    this.#hiddenPage = this.styles.isHidden("drawing-page", attributes["style-name"]);
    if (attributes["master-page-name"] !== undefined) this.masters.add(attributes["master-page-name"]);
    const at: Locator = { kind: "slide", slide: this.pages };
    const layer = this.pushLayer(this.#hiddenPage ? "hidden" : "body", at);
    const pictures = this.leftOut.pictures;
    const objects = this.leftOut.gaps().length;
    return () => {
      const blank = layer.lines.every((line) => line.trim() === "");
      const drawn = this.leftOut.pictures - pictures;
      if (blank && drawn > 0 && this.leftOut.gaps().length === objects)
        this.leftOut.more.push({ reason: "no_text_layer", at, count: drawn });
      this.popLayer(true);
      this.flush();
      this.#hiddenPage = false;
    };
  }

  #declaration(name: string): Closer {
    const at: Locator = { kind: "part", part: name.replace("-decl", ""), item: (this.#declared += 1) };
    const layer = this.pushLayer("header_footer", at);
    layer.paragraph = new Paragraph(at, this.meter.limits.textNodeChars);
    return () => {
      if (layer.paragraph !== undefined) this.paragraphEnds(layer, layer.paragraph);
      layer.paragraph = undefined;
      this.popLayer();
      this.flush();
    };
  }
}

/** Text that stands on master pages and shows on the slides that use them; placeholders hold prompts only. */
export class MasterPageWalker extends TextWalker {
  readonly units: Unit[] = [];
  readonly used: ReadonlySet<string>;
  protected override readonly boxesAreLayers = false;
  #item = 0;

  constructor(used: ReadonlySet<string>, ...rest: ConstructorParameters<typeof TextWalker>) {
    super(...rest);
    this.used = used;
  }

  protected override out(units: readonly Unit[]): void {
    for (const unit of units) this.units.push(unit);
  }

  protected override besideAt(): Locator {
    return this.layers.at(-1)?.at ?? { kind: "part", part: "master page" };
  }

  protected override enter(name: string, attributes: Attributes, namespace: string): Closer {
    if (namespace === "presentation" && name === "notes") return this.skip();
    if (namespace === "style" && name === "handout-master") return this.skip();
    if (namespace === "style" && name === "master-page") {
      if (!this.used.has(attributes["name"] ?? "")) return this.skip();
      this.pushLayer("header_footer", { kind: "part", part: "master page", item: (this.#item += 1) });
      return () => {
        this.popLayer();
        this.flush();
      };
    }
    if (namespace === "draw" && this.layers.length > 0 && attributes["class"] !== undefined)
      return this.skip();
    return undefined;
  }
}
