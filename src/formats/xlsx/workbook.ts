/**
 * The workbook part: sheets in the order of their tabs, with state, kind and part, and the date system (ECMA-376 part 1, 18.2.27 workbook,
 * 18.2.19 sheet, 18.2.28 workbookPr).
 *
 * Guarantees: name to relationship to part, whatever the files are called or numbered; links to other workbooks are named and never followed.
 * Not covered: defined names, views, calculation settings.
 */

import { ReadbackError } from "../../model/errors.ts";
import type { ExtractOptions, SheetFacts, SheetState } from "../../model/unit.ts";
import { withoutAlternates } from "../container/alternate-content.ts";
import type { OfficePackage, Relationship } from "../container/interfaces.ts";
import { parseXml } from "../container/xml.ts";
import { decodeEscapes } from "./rich-text.ts";

export interface Sheet extends SheetFacts {
  /** Undefined where the workbook names no part of the container. */
  readonly part: string | undefined;
}

export interface Workbook {
  readonly part: string;
  readonly sheets: readonly Sheet[];
  readonly date1904: boolean;
  readonly relationships: readonly Relationship[];
  /** Fixed words: "date_1904", "macros", "external_links". */
  readonly flags: readonly string[];
}

/** Excel holds as many sheets as memory allows; a list in an answer does not. */
const SHEETS_MAX = 10_000;

const STATES: Readonly<Record<string, SheetState>> = { hidden: "hidden", veryHidden: "very_hidden" };

const KINDS: Readonly<Record<string, SheetFacts["kind"]>> = {
  worksheet: "worksheet",
  chartsheet: "chartsheet",
  dialogsheet: "dialogsheet",
  xlMacrosheet: "macrosheet",
  xlIntlMacrosheet: "macrosheet",
};

const isTrue = (text: string | undefined): boolean => text === "1" || text?.toLowerCase() === "true";

async function workbookPart(container: OfficePackage): Promise<string> {
  const relationships = await container.relationships("");
  const main = relationships.find(({ type, external }) => type === "officeDocument" && !external)?.target;
  const part = main !== undefined && container.has(main) ? main : container.find("xl/workbook.xml");
  if (part === undefined)
    throw new ReadbackError("damaged", "the container holds no workbook", {
      hint: "the file may be cut off or no Excel file; open it in its own program",
    });
  if (part.toLowerCase().endsWith(".bin"))
    throw new ReadbackError("unsupported_format", "binary Excel workbooks (.xlsb) cannot be read", {
      hint: "save it as .xlsx or CSV and read that",
    });
  return part;
}

export async function readWorkbook(container: OfficePackage, options: ExtractOptions): Promise<Workbook> {
  const part = await workbookPart(container);
  const relationships = await container.relationships(part);
  const byId = new Map(relationships.map((relationship) => [relationship.id, relationship]));
  const sheets: Sheet[] = [];
  let date1904 = false;
  let isWorkbook = false;
  await parseXml(
    container.open(part),
    withoutAlternates({
      open: (name, attributes) => {
        if (name === "workbook") isWorkbook = true;
        else if (name === "workbookPr") date1904 = isTrue(attributes["date1904"]);
        else if (name === "sheet" && sheets.length < SHEETS_MAX) {
          const relationship = byId.get(attributes["r:id"] ?? "");
          const target = relationship?.external === false ? relationship.target : undefined;
          sheets.push({
            name: decodeEscapes(attributes["name"] ?? ""),
            state: STATES[attributes["state"] ?? ""] ?? "visible",
            kind: KINDS[relationship?.type ?? ""] ?? "worksheet",
            part: target !== undefined && container.has(target) ? target : undefined,
          });
        }
      },
    }),
    options,
    part,
  );
  if (!isWorkbook) throw new ReadbackError("damaged", "the main part of the container is no workbook");
  const flags = [
    ...(date1904 ? ["date_1904"] : []),
    ...(relationships.some(({ type }) => type === "vbaProject") ? ["macros"] : []),
    ...(relationships.some(({ type }) => type === "externalLink") ? ["external_links"] : []),
  ];
  return { part, sheets, date1904, relationships, flags };
}

/** The sheet of that name, in any letter case as in Excel; `invalid_request` names those there are. */
export function sheetNamed(workbook: Workbook, name: string): Sheet {
  const exact = workbook.sheets.find((sheet) => sheet.name === name);
  if (exact !== undefined) return exact;
  const folded = name.normalize("NFC").toLowerCase();
  const found = workbook.sheets.find((sheet) => sheet.name.normalize("NFC").toLowerCase() === folded);
  if (found !== undefined) return found;
  const names = workbook.sheets
    .slice(0, 20)
    .map((sheet) => `\`${sheet.name.replaceAll(/[\p{Cc}\p{Cf}`]/gu, " ").slice(0, 31)}\``);
  const more = workbook.sheets.length > 20 ? ` and ${workbook.sheets.length - 20} more` : "";
  throw new ReadbackError("invalid_request", "the workbook has no sheet of the name given as `sheet`", {
    hint: `its sheets are ${names.join(", ")}${more}`,
  });
}
