/** Properties of paragraphs, their marks and runs that decide what is shown. Source: ECMA-376 part 1, 17.3.1, 17.3.2, 17.13.5. */

import type { Paragraph, RunProperties } from "./paragraph.ts";
import type { StoryRecord } from "./record.ts";
import { isOn } from "./styles.ts";

type Attributes = Readonly<Record<string, string>>;

export function paragraphProperty(paragraph: Paragraph, name: string, attributes: Attributes): void {
  const value = attributes["val"];
  if (value === undefined) return;
  if (name === "pStyle") paragraph.styleId = value;
  else if (name === "numId") paragraph.numbering = { ...paragraph.numbering, numId: value };
  else if (name === "ilvl") paragraph.numbering = { ...paragraph.numbering, level: Number(value) };
}

/** A hidden or deleted mark takes the paragraph's number with it. */
export function paragraphMarkProperty(
  paragraph: Paragraph,
  name: string,
  attributes: Attributes,
  record: StoryRecord,
): void {
  if (name === "vanish") paragraph.markHidden = isOn(attributes["val"]);
  else if (name === "del" || name === "moveFrom") {
    paragraph.markDeleted = true;
    record.flag("tracked_changes");
  } else if (name === "ins" || name === "moveTo") record.flag("tracked_changes");
}

export function runProperty(run: RunProperties, name: string, attributes: Attributes): void {
  const value = attributes["val"];
  if (name === "vanish") run.vanish = isOn(value);
  else if (name === "rStyle" && value !== undefined) run.styleId = value;
  else if (name === "rFonts") {
    const font = attributes["ascii"] ?? attributes["hAnsi"];
    if (font !== undefined) run.font = font;
  }
}
