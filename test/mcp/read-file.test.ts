/** `read_file`: from arguments to requests, one entry's failure apart from the others', and results that fit. */

import { describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import type { ReadAnswer } from "../../src/model/answer.ts";
import { RESULT_CHARS } from "../../src/mcp/result-size.ts";
import { connected, entryOf, recordingFiles, textOf } from "./connected.ts";

const call = (client: Client, args: Record<string, unknown>): ReturnType<Client["callTool"]> =>
  client.callTool({ name: "read_file", arguments: args });

async function requestsFor(args: Record<string, unknown>): Promise<unknown> {
  const files = recordingFiles();
  const result = await call(await connected(files), args);
  return result.isError === true ? textOf(result) : files.calls[0]?.requests;
}

describe("arguments become requests", () => {
  it.each([
    [
      { paths: ["a", "b"], contains: "x", context_lines: "3" },
      [
        { path: "a", contains: "x", context: 3 },
        { path: "b", contains: "x", context: 3 },
      ],
    ],
    [{ paths: ["a"], start_line: "100", end_line: 120 }, [{ path: "a", lines: { from: 100, to: 120 } }]],
    [{ paths: ["a"], end_line: 5 }, [{ path: "a", lines: { to: 5 } }]],
    [
      { paths: ["a"], pages: "3-5,9" },
      [
        {
          path: "a",
          pages: [
            { from: 3, to: 5 },
            { from: 9, to: 9 },
          ],
        },
      ],
    ],
    [{ paths: ["a"], slides: "2" }, [{ path: "a", slides: [{ from: 2, to: 2 }] }]],
    [{ paths: ["a"], paragraphs: "10-20" }, [{ path: "a", paragraphs: [{ from: 10, to: 20 }] }]],
    [
      { paths: ["a"], sheet: "Q1", cells: "A1:B2" },
      [{ path: "a", sheet: "Q1", cells: { fromRow: 1, toRow: 2, fromColumn: 1, toColumn: 2 } }],
    ],
    [{ paths: ["a"], table: 2, encoding: "koi8-r" }, [{ path: "a", table: 2, encoding: "koi8-r" }]],
    [
      {
        requests: [
          { path: "a", contains: "x" },
          { path: "b", start_line: 3 },
        ],
      },
      [
        { path: "a", contains: "x" },
        { path: "b", lines: { from: 3 } },
      ],
    ],
    [{ requests: [{ path: "a", max_chars: "300" }] }, [{ path: "a", maxChars: 300 }]],
  ])("%j", async (args, want) => {
    expect(await requestsFor(args)).toEqual(want);
  });

  it("the call's limit is the service's to share", async () => {
    const files = recordingFiles();
    const client = await connected(files);
    await call(client, { paths: ["a", "b"] });
    await call(client, { paths: ["a"], max_chars: 500 });
    await call(client, { requests: [{ path: "a", max_chars: 30_000 }] });
    expect(files.calls.map(({ options }) => options.maxChars)).toEqual([20_000, 500, 20_000]);
    expect(files.calls[2]?.requests[0]?.maxChars).toBe(30_000);
  });
});

describe("refused for the whole call", () => {
  it.each([
    [{}, "exactly one of `paths` and `requests`"],
    [{ paths: ["a"], requests: [{ path: "b" }] }, "exactly one of `paths` and `requests`"],
    [{ paths: [] }, "`paths` must hold at least 1 item"],
    [{ paths: ["1", "2", "3", "4", "5"] }, "`paths` must hold at most 4 items"],
    [{ requests: [] }, "`requests` must hold at least 1 item"],
    [{ requests: [{ path: "a" }], contains: "x" }, "`contains` goes with `paths`"],
    [{ paths: ["a"], pages: "three" }, "`pages` must look like `3-5,9`"],
    [{ paths: ["a"], sheet: "S", cells: "first" }, "`cells` must look like"],
    [{ paths: ["a"], context_lines: 21 }, "`context_lines` must be at most 20"],
    [{ paths: ["a"], max_chars: 45_001 }, "`max_chars` must be at most 45000"],
    [{ paths: ["a"], line: 3 }, "`line` is not an option of `read_file`"],
  ])("%j: %s", async (args, message) => {
    expect(await requestsFor(args)).toContain(`ERROR invalid_request: ${message}`);
  });
});

describe("an entry that is wrong", () => {
  it("fails alone, in its place", async () => {
    const files = recordingFiles();
    const result = await call(await connected(files), {
      requests: [{ path: "a" }, { path: "b", pages: "x" }, { path: "c" }],
    });
    expect(result.structuredContent).toMatchObject({
      entries: [
        { path: "a", ok: true },
        { path: "b", ok: false, error: { code: "invalid_request" } },
        { path: "c", ok: true },
      ],
    });
    expect(files.calls[0]?.requests.map(({ path }) => path)).toEqual(["a", "c"]);
  });

  it("does not make the call fail, even if all are", async () => {
    const failed: ReadAnswer = {
      entries: [
        { ok: false, path: "a", error: { code: "missing", message: "there is no file of this name" } },
      ],
    };
    const result = await call(await connected(recordingFiles(() => failed)), { paths: ["a"] });
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toEqual({
      entries: [
        { path: "a", ok: false, error: { code: "missing", message: "there is no file of this name" } },
      ],
    });
  });
});

/** A service that fills its limit with characters that grow six times when they are escaped. */
const filling = (letter: string): ReturnType<typeof recordingFiles> =>
  recordingFiles(({ requests, options }) => ({
    entries: requests.map(({ path }) =>
      entryOf(path, letter.repeat(Math.floor((options.maxChars ?? 0) / requests.length))),
    ),
  }));

describe("a result that would be too large", () => {
  it.each(["a", '"', "\\", "\n", "\u0001", "字", "😀", "\ud800"])(
    "of %j is asked for again until it fits",
    async (letter) => {
      const files = filling(letter);
      const client = await connected(files);
      const result = await call(client, { paths: ["a", "b", "c", "d"], max_chars: 45_000 });
      expect(result.isError).toBeUndefined();
      expect(textOf(result).length).toBeLessThanOrEqual(RESULT_CHARS);
      expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(1024 * 1024);
      expect(textOf(result).length).toBeGreaterThan(RESULT_CHARS / 3);
    },
  );

  it("whatever its limit is ends as an error, not as a broken session", async () => {
    const client = await connected(
      recordingFiles(({ requests }) => ({
        entries: requests.map(({ path }) => entryOf(path, "x".repeat(60_000))),
      })),
    );
    expect(textOf(await call(client, { paths: ["a"] }))).toMatch(/^ERROR limit_exceeded: /);
  });
});
