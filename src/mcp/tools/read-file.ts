/**
 * `read_file`: up to four known files in one call (specification: read-file).
 *
 * Guarantees: exactly one of `paths` and `requests`; an option that is wrong in one of `requests` fails that entry only.
 */

import { z } from "zod";
import type { Entry } from "../../model/answer.ts";
import { ReadbackError } from "../../model/errors.ts";
import {
  CONTAINS_MAX,
  CONTEXT_MAX,
  FILES_MAX,
  MAX_CHARS_DEFAULT,
  MAX_CHARS_HARD,
  MAX_CHARS_MIN,
  parseCells,
  parseRanges,
} from "../../model/request.ts";
import type { ReadRequest } from "../../model/request.ts";
import { entryToWire } from "../../model/wire.ts";
import { defineTool, READ_ONLY, serviceFor } from "../define-tool.ts";
import type { ToolContext } from "../define-tool.ts";
import { withinResultSize } from "../result-size.ts";
import { readAnswerSchema } from "../schemas/read-answer.ts";

const LINES_MAX = 1_000_000_000;
const line = z.int().min(1).max(LINES_MAX);
const filePath = z.string().min(1).max(4096);

const options = {
  contains: z.string().max(CONTAINS_MAX).optional().describe("text to find in the whole file, any case"),
  context_lines: z.int().min(0).max(CONTEXT_MAX).optional().describe("around each hit; default 2"),
  start_line: line.optional().describe("text files"),
  end_line: line.optional(),
  pages: z.string().max(500).optional().describe('PDF, such as "3-5,9"'),
  slides: z.string().max(500).optional().describe("PowerPoint"),
  paragraphs: z.string().max(500).optional().describe("Word"),
  table: z.int().min(1).max(100_000).optional().describe("Word table by number"),
  sheet: z.string().max(255).optional().describe("Excel sheet by name"),
  cells: z.string().max(40).optional().describe('with sheet, such as "A1:D20"'),
  encoding: z.string().max(40).optional().describe("of text, if the detected one is wrong"),
  max_chars: z
    .int()
    .min(MAX_CHARS_MIN)
    .max(MAX_CHARS_HARD)
    .optional()
    .describe(`default ${MAX_CHARS_DEFAULT}`),
};

const paths = z.array(filePath).min(1).max(FILES_MAX);
const requests = z
  .array(z.strictObject({ path: filePath, ...options }))
  .min(1)
  .max(FILES_MAX);

const input = z.strictObject({
  paths: paths.optional().describe("1 to 4 files, all with the options below"),
  requests: requests.optional().describe("instead of paths: files with options of their own"),
  ...options,
});

type Input = z.output<typeof input>;
type Options = Omit<z.output<typeof requests>[number], "path">;

export const readFileTool = defineTool({
  name: "read_file",
  title: "Read files",
  description:
    "Read 1 to 4 files at known paths in one call: text, code, CSV, PDF, Word, Excel, PowerPoint. Give `contains` to find, a range to read a part, or neither. Ranges exclude `contains`. `coverage.complete: false` means something was left out: see `gaps`, `stop_reason`, `next`.",
  smallDescription:
    "Read 1 to 4 files at known paths. Give `contains` to find a text, or a range, or neither. `coverage.complete: false` means something was left out: see `gaps`, `stop_reason`, `next`.",
  profiles: ["small", "default", "full"],
  needs: "files",
  annotations: READ_ONLY,
  input,
  smallInput: z.strictObject({ paths: paths.describe("1 to 4 files"), ...options }),
  output: readAnswerSchema,
  run: (asked, context) =>
    withinResultSize(largestLimit(asked), async (maxChars) => ({
      entries: (await read(asked, maxChars, context)).map(entryToWire),
    })),
});

/** The most characters that the call or one of its entries asks for. */
function largestLimit(asked: Input): number {
  const own = (asked.requests ?? []).map((request) => request.max_chars ?? 0);
  return asked.max_chars ?? Math.max(MAX_CHARS_DEFAULT, ...own);
}

async function read(asked: Input, maxChars: number, context: ToolContext): Promise<readonly Entry[]> {
  const wanted = wantedFiles(asked).map((file): { request: ReadRequest } | { entry: Entry } => {
    try {
      return { request: requestOf(file.path, file.options, maxChars) };
    } catch (thrown) {
      if (!(thrown instanceof ReadbackError) || asked.paths !== undefined) throw thrown;
      return { entry: { ok: false, path: file.path, error: thrown.facts() } };
    }
  });
  const readable = wanted.flatMap((file) => ("request" in file ? [file.request] : []));
  const done = readable.map(() => 0);
  const answer =
    readable.length === 0
      ? { entries: [] }
      : await serviceFor(context, "files").read(readable, {
          signal: context.signal,
          maxChars: Math.min(maxChars, asked.max_chars ?? MAX_CHARS_DEFAULT),
          onProgress: ({ done: units, total, file }) => {
            done[file] = units;
            const all = done.reduce((sum, one) => sum + one, 0);
            context.onProgress(all, readable.length === 1 ? total : null);
          },
        });
  const entries = answer.entries.values();
  return wanted.map((file) => {
    const entry = "entry" in file ? file.entry : entries.next().value;
    if (entry === undefined) throw new Error("the service gave fewer entries than files were asked for");
    return entry;
  });
}

function wantedFiles(asked: Input): { path: string; options: Options }[] {
  const { paths: shared, requests: own, max_chars: _perCall, ...common } = asked;
  if ((shared === undefined) === (own === undefined))
    throw new ReadbackError("invalid_request", "exactly one of `paths` and `requests` must be given");
  if (shared !== undefined) return shared.map((one) => ({ path: one, options: common }));
  const [stray] = Object.keys(common);
  if (stray !== undefined)
    throw new ReadbackError("invalid_request", `\`${stray}\` goes with \`paths\`, not beside \`requests\``, {
      hint: "give it in each of `requests`",
    });
  return (own ?? []).map(({ path: one, ...rest }) => ({ path: one, options: rest }));
}

function requestOf(path: string, asked: Options, maxChars: number): ReadRequest {
  const { start_line: from, end_line: to, max_chars: own } = asked;
  const request: { -readonly [Key in keyof ReadRequest]: ReadRequest[Key] } = { path };
  if (asked.contains !== undefined) request.contains = asked.contains;
  if (asked.context_lines !== undefined) request.context = asked.context_lines;
  if (from !== undefined || to !== undefined)
    request.lines = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  if (asked.pages !== undefined) request.pages = parseRanges(asked.pages, "pages");
  if (asked.slides !== undefined) request.slides = parseRanges(asked.slides, "slides");
  if (asked.paragraphs !== undefined) request.paragraphs = parseRanges(asked.paragraphs, "paragraphs");
  if (asked.table !== undefined) request.table = asked.table;
  if (asked.sheet !== undefined) request.sheet = asked.sheet;
  if (asked.cells !== undefined) request.cells = parseCells(asked.cells);
  if (asked.encoding !== undefined) request.encoding = asked.encoding;
  if (own !== undefined) request.maxChars = Math.min(own, maxChars);
  return request;
}
