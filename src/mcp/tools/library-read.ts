/** `library_read`: the text of a document by its id (specification: library). */

import { z } from "zod";
import { OFFSET_MAX } from "../../model/library-request.ts";
import { libraryReadToWire } from "../../model/library-wire.ts";
import { MAX_CHARS_DEFAULT } from "../../model/request.ts";
import { defineTool, READ_ONLY, serviceFor } from "../define-tool.ts";
import { withinResultSize } from "../result-size.ts";
import { libraryReadSchema } from "../schemas/library-answer.ts";

const id = z.string().min(1).max(200);
const expectedSha256 = z.string().max(200).optional().describe("of a text known before");
const offset = z.int().min(0).max(OFFSET_MAX).optional().describe("in characters (Unicode code points)");

export const libraryReadTool = defineTool({
  name: "library_read",
  title: "Read a document of the library",
  description:
    "The current text of a library document by its id, with its SHA-256. A long text comes in pages: go on with `next_offset` as `offset` and the `sha256` as `expected_sha256`; `matches_expected: false` means that it has changed since.",
  smallDescription:
    "The text of a library document by id. A long text goes on with `next_offset` as `offset`.",
  profiles: ["small", "default", "full"],
  needs: "library",
  annotations: READ_ONLY,
  input: z.strictObject({ id, expected_sha256: expectedSha256, offset }),
  smallInput: z.strictObject({ id, offset }),
  output: libraryReadSchema,
  toldDepth: 1,
  run: async (asked, context) =>
    withinResultSize(MAX_CHARS_DEFAULT, async (maxChars) =>
      libraryReadToWire(
        await serviceFor(context, "library").read(
          { id: asked.id, expectedSha256: asked.expected_sha256, offset: asked.offset },
          { role: context.role, signal: context.signal, maxChars },
        ),
      ),
    ),
});
