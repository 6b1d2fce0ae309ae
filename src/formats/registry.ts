/** Which extractor reads which format. Loaded on first use, so that a text read never pays for a PDF engine. */

import type { Extractor, FormatName } from "../model/unit.ts";

const LOADERS: Readonly<Record<FormatName, () => Promise<Extractor>>> = {
  text: async () => (await import("./text/extractor.ts")).textExtractor,
  csv: async () => (await import("./csv/extractor.ts")).csvExtractor,
  pdf: async () => (await import("./pdf/extractor.ts")).pdfExtractor,
  docx: async () => (await import("./docx/extractor.ts")).docxExtractor,
  xlsx: async () => (await import("./xlsx/extractor.ts")).xlsxExtractor,
  pptx: async () => (await import("./pptx/extractor.ts")).pptxExtractor,
  ods: async () => (await import("./odf/sheet-extractor.ts")).odsExtractor,
  odt: async () => (await import("./odf/text-extractor.ts")).odtExtractor,
  odp: async () => (await import("./odf/presentation-extractor.ts")).odpExtractor,
};

export async function extractorFor(format: FormatName): Promise<Extractor> {
  return LOADERS[format]();
}
