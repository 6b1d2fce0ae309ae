/** `check_citations`: quotes against the current originals (specification: originals, citations). */

import { z } from "zod";
import { parseCitation, parsePlace } from "../../model/citation.ts";
import { ReadbackError } from "../../model/errors.ts";
import type { CitationCheck } from "../../model/original-answer.ts";
import { checkedToWire } from "../../model/original-wire.ts";
import { QUOTE_CHARS, QUOTES_MAX } from "../../model/quote.ts";
import { defineTool, READ_ONLY, serviceFor } from "../define-tool.ts";
import { withinResultSize } from "../result-size.ts";
import { checkedSchema } from "../schemas/original-answer.ts";
import { targetFields, targetOf } from "./original-target.ts";

const citationInput = z.strictObject({
  quote: z.string().min(1).max(QUOTE_CHARS),
  citation: z.string().min(1).max(16_384).optional().describe("readback://… instead of the others"),
  ...targetFields,
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/)
    .optional(),
  at: z.string().min(1).max(4096).optional().describe("page=3, line=12-15, sheet=Q1&cell=B7"),
});

type Asked = z.output<typeof citationInput>;

function checkOf(asked: Asked): CitationCheck {
  const { quote, citation, sha256, at } = asked;
  if (citation === undefined)
    return { quote, target: targetOf(asked), sha256, at: at === undefined ? undefined : parsePlace(at) };
  if (asked.token !== undefined || asked.path !== undefined || at !== undefined || sha256 !== undefined)
    throw new ReadbackError("invalid_request", "`citation` says all of `path`, `sha256` and `at` itself");
  const { source, path, ...cited } = parseCitation(citation);
  return { quote, target: { source, path }, sha256: cited.sha256, at: cited.at };
}

export const checkCitationsTool = defineTool({
  name: "check_citations",
  title: "Check citations",
  description:
    "Check quotes against the current files before you rely on them: `verbatim`, `moved` (stands elsewhere), `altered` (nearest text, difference), `absent` (whole file covered), `unverifiable` (why). `same_version`: the file is still the one cited.",
  profiles: ["default", "full"],
  needs: "originals",
  annotations: READ_ONLY,
  input: z.strictObject({ citations: z.array(citationInput).min(1).max(QUOTES_MAX) }),
  output: checkedSchema,
  toldDepth: 1,
  run: async (asked, context) => {
    const checks = asked.citations.map(checkOf);
    return withinResultSize(
      checks.length,
      async () =>
        checkedToWire(
          await serviceFor(context, "originals").checkCitations(checks, {
            signal: context.signal,
            onProgress: context.onProgress,
          }),
        ),
      checks.length,
    );
  },
});
