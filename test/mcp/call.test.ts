/** The wrapper of every call: both forms of a success, errors without a value, nothing foreign told, cancellation, progress. */

import { afterEach, describe, expect, it, vi } from "vitest";
import { CancelledError, ReadbackError } from "../../src/model/errors.ts";
import { Progress } from "../../src/mcp/progress.ts";
import { connected, entryOf, recordingFiles, textOf } from "./connected.ts";

const readCall = (
  args: Record<string, unknown> = { paths: ["a.txt"] },
): { name: string; arguments: Record<string, unknown> } => ({
  name: "read_file",
  arguments: args,
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a success", () => {
  it("carries the same value as a value and as text", async () => {
    const client = await connected(recordingFiles());
    const result = await client.callTool(readCall());
    expect(result.isError).toBeUndefined();
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent);
    expect(result.structuredContent).toMatchObject({
      entries: [{ path: "a.txt", ok: true, coverage: { complete: true } }],
    });
  });
});

describe("a failure", () => {
  it("with a code is told as text, with the code beside it and no value", async () => {
    const client = await connected(
      recordingFiles(() => {
        throw new ReadbackError("invalid_request", "`paths` names a folder", { hint: "name a file" });
      }),
    );
    expect(await client.callTool(readCall())).toEqual({
      isError: true,
      content: [{ type: "text", text: "ERROR invalid_request: `paths` names a folder\nhint: name a file" }],
      _meta: { "readback/error": { code: "invalid_request", hint: "name a file" } },
    });
  });

  it("without a code tells an id to the client and the stack to stderr only", async () => {
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const client = await connected(
      recordingFiles(() => {
        throw new Error("ENOENT: /home/secret/path");
      }),
    );
    const result = await client.callTool(readCall());
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toBeUndefined();
    expect(textOf(result)).toMatch(/^ERROR internal: internal error [0-9a-f]{8}\n/);
    expect(JSON.stringify(result)).not.toContain("secret");
    expect(written.mock.calls.join("")).toContain("/home/secret/path");
  });

  it("of our own answer to keep its schema is internal, and the answer is not sent", async () => {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const broken = { ...entryOf("a.txt"), mode: JSON.parse("7") };
    const client = await connected(recordingFiles(() => ({ entries: [broken] })));
    expect(textOf(await client.callTool(readCall()))).toMatch(/^ERROR internal: /);
  });

  it("of arguments is told the same way, and the service is not asked", async () => {
    const files = recordingFiles();
    const client = await connected(files);
    const result = await client.callTool(readCall({ path: "a.txt" }));
    expect(textOf(result)).toMatch(
      /^ERROR invalid_request: `path` is not an option of `read_file`\nhint: the options are `paths`/,
    );
    expect(result).toMatchObject({ _meta: { "readback/error": { code: "invalid_request" } } });
    expect(files.calls).toEqual([]);
  });
});

describe("a cancelled call", () => {
  it("stops the work and gets no answer", async () => {
    const files = recordingFiles(
      ({ options }) =>
        new Promise((_resolve, reject) => {
          options.signal?.addEventListener("abort", () => reject(new CancelledError()));
        }),
    );
    const client = await connected(files);
    const controller = new AbortController();
    const call = client.callTool(readCall(), { signal: controller.signal });
    await vi.waitFor(() => expect(files.calls).toHaveLength(1));
    controller.abort();
    await expect(call).rejects.toThrow();
    await vi.waitFor(() => expect(files.calls[0]?.options.signal?.aborted).toBe(true));
  });
});

describe("progress", () => {
  it("is told only to a client that asked", async () => {
    const files = recordingFiles(({ requests, options }) => {
      options.onProgress?.({ done: 5, total: 10, file: 0 });
      return { entries: requests.map(({ path }) => entryOf(path)) };
    });
    const client = await connected(files);
    const told: unknown[] = [];
    await client.callTool(readCall(), { onprogress: (progress) => told.push(progress) });
    expect(told).toEqual([{ progress: 5, total: 10 }]);
    await client.callTool(readCall());
    expect(told).toHaveLength(1);
  });

  it("strictly grows, is not told too often, and ends with the call", () => {
    let now = 0;
    const told: [number, number | undefined][] = [];
    const progress = new Progress(
      (done, total) => told.push([done, total]),
      () => now,
    );
    progress.report(0, 10);
    progress.report(3, 10);
    progress.report(4, 10);
    now += 1000;
    progress.report(2, 10);
    progress.report(3, 10);
    progress.report(6, 10);
    now += 1000;
    progress.report(12, 10);
    now += 1000;
    progress.report(13, null);
    progress.end();
    now += 1000;
    progress.report(99, null);
    expect(told).toEqual([
      [3, 10],
      [6, 10],
      [12, undefined],
      [13, undefined],
    ]);
  });
});
