/**
 * The promises of the specification, each with the page it stands on and the tests that prove it: [file below test/, words of the test's
 * name]. test/requirements.test.ts fails for a promise whose test is not there.
 */

export interface Requirement {
  readonly id: string;
  readonly page: string;
  readonly promise: string;
  readonly tests: readonly (readonly [file: string, words: string])[];
}

export const REQUIREMENTS: readonly Requirement[] = [
  {
    id: "version-same-bytes",
    page: "answers 1",
    promise: "digest and text come from the same bytes",
    tests: [
      ["fs/original.test.ts", "any sequence of accesses hands out the file's bytes and ends with its digest"],
      ["services/files.test.ts", "a small file is whole, with its digest"],
    ],
  },
  {
    id: "version-changed",
    page: "answers 1",
    promise: "a file that changed during the read gives no passages",
    tests: [
      ["services/files.test.ts", "gives no passage"],
      ["fs/changes.test.ts", "the root exchanged, moved, or gone"],
    ],
  },
  {
    id: "version-proof",
    page: "answers 1",
    promise: "the proof says how often the bytes were hashed",
    tests: [
      ["fs/original.test.ts", "random access needs two passes that agree"],
      [
        "fs/faults.test.ts",
        "content that changes while every stat stays the same is found where two passes were made",
      ],
    ],
  },
  {
    id: "version-stat",
    page: "answers 1",
    promise: "the digest is null only when nothing but stat was checked",
    tests: [["services/files.test.ts", "a spent time budget is a stop reason"]],
  },
  {
    id: "locator-line",
    page: "answers 2",
    promise: "lines have their own numbers, ranges their ends",
    tests: [["reading/collect/narrowing.test.ts", "consecutive lines are one passage with their numbers"]],
  },
  {
    id: "locator-page",
    page: "answers 2",
    promise: "pages are physical, labels are apart",
    tests: [["formats/pdf/cases.test.ts", "$id"]],
  },
  {
    id: "locator-regions",
    page: "answers 2",
    promise: "layers beside the body are named by region",
    tests: [
      ["formats/pdf/regions.test.ts", "render mode 3"],
      ["reading/collect/contains.test.ts", "a tracked deletion is shown with its region and is no hit"],
    ],
  },
  {
    id: "coverage-complete",
    page: "answers 3",
    promise: "nothing found and complete is the only way to say it is not there",
    tests: [["services/files.test.ts", "a phrase that is not there is said only with complete coverage"]],
  },
  {
    id: "coverage-no-text-layer",
    page: "answers 3",
    promise: "a page that is only a picture is a gap",
    tests: [
      ["formats/pdf/missing-text.test.ts", "a picture alone, and the document then needs text recognition"],
    ],
  },
  {
    id: "coverage-unmapped",
    page: "answers 3",
    promise: "text without a Unicode map is a gap",
    tests: [["formats/pdf/missing-text.test.ts", "a page of them is a gap and shows no garbage"]],
  },
  {
    id: "coverage-undecodable",
    page: "answers 3",
    promise: "bytes that could not be decoded are counted",
    tests: [["formats/text/lines.test.ts", "lost bytes are counted per line and named as one gap"]],
  },
  {
    id: "screening-whole",
    page: "answers 4",
    promise: "a sample leaves only after the whole file was screened",
    tests: [["services/files.test.ts", "withholds what a sample would need"]],
  },
  {
    id: "screening-spans-lines",
    page: "answers 4",
    promise: "a secret over several lines is found in every mode",
    tests: [["services/files.test.ts", "a private key across lines never leaves"]],
  },
  {
    id: "errors-expected",
    page: "answers 6",
    promise: "an expected failure is text with its code and no value",
    tests: [["mcp/call.test.ts", "with a code is told as text, with the code beside it and no value"]],
  },
  {
    id: "errors-internal",
    page: "answers 5",
    promise: "a bug tells an id, and its stack on stderr only",
    tests: [["mcp/call.test.ts", "without a code tells an id to the client and the stack to stderr only"]],
  },
  {
    id: "errors-no-paths",
    page: "answers 5",
    promise: "no absolute path outside the sources in a message",
    tests: [
      ["services/files.test.ts", "an agent reads inside its roots and nowhere else"],
      ["fs/refusals.test.ts", "is refused with a code, without an absolute path in the message"],
    ],
  },
  {
    id: "results-both",
    page: "answers 6",
    promise: "value and text carry the same facts",
    tests: [["mcp/call.test.ts", "carries the same value as a value and as text"]],
  },
  {
    id: "results-size",
    page: "answers 6",
    promise: "no result can break a client's session",
    tests: [
      ["mcp/read-file.test.ts", "whatever its limit is ends as an error, not as a broken session"],
      ["e2e/mcp/transcript.test.ts", "of 11 MiB are answered"],
    ],
  },
  {
    id: "results-batch",
    page: "answers 6",
    promise: "a batch with failing entries is a success",
    tests: [["mcp/read-file.test.ts", "does not make the call fail, even if all are"]],
  },
  {
    id: "read-order",
    page: "read-file",
    promise: "entries in the order asked, failures apart",
    tests: [["services/files.test.ts", "entries come in the order asked"]],
  },
  {
    id: "read-call-limits",
    page: "read-file",
    promise: "no file and a fifth file are refused as a call",
    tests: [["services/files.test.ts", "no file and a fifth file are wrong as a call"]],
  },
  {
    id: "read-contains-range",
    page: "read-file",
    promise: "contains with a range is that entry's invalid request",
    tests: [["services/files.test.ts", "a wrong option of one file is that entry's error"]],
  },
  {
    id: "read-unknown-option",
    page: "read-file",
    promise: "an unknown option is refused, not ignored",
    tests: [["e2e/mcp/transcript.test.ts", "refuses an unknown option by name"]],
  },
  {
    id: "read-context",
    page: "read-file",
    promise: "contexts that overlap merge",
    tests: [["reading/collect/contains.test.ts", "context comes before and after, and merges"]],
  },
  {
    id: "read-line-wrap",
    page: "read-file",
    promise: "a phrase over a line end is found",
    tests: [["reading/collect/contains.test.ts", "a phrase over a line end is placed at both lines"]],
  },
  {
    id: "read-sample",
    page: "read-file",
    promise: "a sample is deterministic and names what it leaves out",
    tests: [
      [
        "reading/collect/narrowing.test.ts",
        "a sample has head, middle and tail, and names every line it leaves out",
      ],
      ["reading/collect/narrowing.test.ts", "the same file gives the same sample"],
    ],
  },
  {
    id: "read-next",
    page: "read-file",
    promise: "a cut answer names the next call",
    tests: [
      [
        "reading/collect/narrowing.test.ts",
        "a cut range names the next call, and following it to the end gives every line once",
      ],
    ],
  },
  {
    id: "read-share",
    page: "read-file",
    promise: "the output limit is shared fairly",
    tests: [["services/shares.test.ts", "a small file leaves what it cannot use to the others"]],
  },
  {
    id: "read-contained",
    page: "read-file",
    promise: "a hostile file ends as its entry's error, never as a dead server",
    tests: [
      [
        "e2e/hostile.test.ts",
        "a reader that is killed is that entry's error, and the next call is served by a fresh one",
      ],
      ["e2e/hostile.test.ts", "a reader over its memory or its time is killed"],
    ],
  },
  {
    id: "read-line-ends",
    page: "read-file",
    promise: "a line ends at LF or CRLF and nowhere else",
    tests: [
      [
        "formats/text/lines.test.ts",
        "a CR before a late LF is text, in every encoding; without any LF it ends a line",
      ],
    ],
  },
  {
    id: "read-encodings",
    page: "read-file",
    promise: "legacy encodings are detected and named",
    tests: [["formats/text/detect.test.ts", "%s in %s, far down in a log that begins in ASCII"]],
  },
  {
    id: "read-binary",
    page: "read-file",
    promise: "what cannot be read is refused with the way out",
    tests: [["formats/detect.test.ts", "gives every refusal a way out"]],
  },
  {
    id: "read-cancel",
    page: "read-file",
    promise: "cancelling stops the work",
    tests: [
      ["services/files.test.ts", "a cancelled call stops and answers nothing"],
      ["e2e/mcp/transcript.test.ts", "stops a cancelled call, answers nothing to it, and serves the next"],
    ],
  },
  {
    id: "roots-swap",
    page: "originals",
    promise: "no byte from outside a root, whatever is exchanged meanwhile",
    tests: [["fs/swap-attack.test.ts", "outside"]],
  },
  {
    id: "roots-special",
    page: "originals",
    promise: "devices, pipes and folders are refused and do no harm",
    tests: [
      ["fs/refusals.test.ts", "ten named pipes, none of which is waited for"],
      ["fs/refusals.test.ts", "a folder, and the root itself"],
    ],
  },
  {
    id: "cli-transcript",
    page: "cli",
    promise: "the README's transcript is what the tour prints",
    tests: [["e2e/readme.test.ts", "the tour's transcript in the README is what it prints"]],
  },
  {
    id: "mcp-clients",
    page: "answers 6",
    promise: "real clients of both eras are served",
    tests: [["e2e/mcp/clients.test.ts", "lists the tools, reads, and gets errors that its model can see"]],
  },
  {
    id: "mcp-names",
    page: "answers 6",
    promise: "names of tools and arguments are pinned",
    tests: [["mcp/tools-list.test.ts", "the pinned names of the tools"]],
  },
];
