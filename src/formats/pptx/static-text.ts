/**
 * Text that stands in layouts and masters and shows on every slide that uses them: a company line, a "confidential" mark.
 * Source: ECMA-376 part 1, 13.3.9 and 13.3.10 (layout, master), 19.3.1.38, 19.3.1.39 (`showMasterSp`).
 *
 * Guarantees: placeholders are left out: their text is a prompt that no slide shows. Each layout and master that a slide uses is read once.
 * Not covered: descriptions and charts in them; whether a slide switches its layout's shapes off.
 */

import type { Gap } from "../../model/coverage.ts";
import { ReadbackError } from "../../model/errors.ts";
import type { ExtractOptions, Unit, UnitBatch } from "../../model/unit.ts";
import { withoutAlternates } from "../container/alternate-content.ts";
import type { OfficePackage } from "../container/interfaces.ts";
import { parseXml } from "../container/xml.ts";
import { ShapeReader } from "./shapes.ts";

export async function readStaticText(
  container: OfficePackage,
  layouts: ReadonlySet<string>,
  options: ExtractOptions,
): Promise<UnitBatch> {
  const units: Unit[] = [];
  const gaps: Gap[] = [];
  const masters = new Set<string>();
  const read = async (kind: "slide layout" | "slide master", part: string, item: number): Promise<void> => {
    try {
      if (kind === "slide layout")
        for (const { type, target, external } of await container.relationships(part))
          if (type === "slideMaster" && !external) masters.add(target);
      const shapes = new ShapeReader(options.meter);
      await parseXml(container.open(part), withoutAlternates(shapes), options, part);
      const own = shapes.texts.filter(({ placeholder, hidden }) => placeholder === undefined && !hidden);
      if (own.length === 0) return;
      const text = own.map((shape) => shape.text).join("\n");
      options.meter.addText(text.length);
      units.push({ at: { kind: "part", part: kind, item }, region: "header_footer", text, joins: false });
    } catch (thrown) {
      if (!(thrown instanceof ReadbackError) || thrown.code !== "damaged") throw thrown;
      gaps.push({ reason: "damaged", region: "header_footer", count: 1, detail: `a ${kind} cannot be read` });
    }
  };
  for (const [index, layout] of [...layouts].entries()) await read("slide layout", layout, index + 1);
  for (const [index, master] of [...masters].entries()) await read("slide master", master, index + 1);
  return { units, gaps, counted: 0 };
}
