/** Lines come out whole or not at all, however they are cut. */

import { once } from "node:events";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BoundedLines } from "../../src/mcp/bounded-lines.ts";

async function through(
  chunks: readonly string[],
  limit: number,
): Promise<{ out: string; dropped: string[] }> {
  const dropped: string[] = [];
  const lines = new BoundedLines(limit, (start) => dropped.push(start));
  let out = "";
  lines.on("data", (data: Buffer) => {
    out += data.toString("latin1");
  });
  for (const chunk of chunks) lines.write(Buffer.from(chunk, "latin1"));
  lines.end();
  await once(lines, "end");
  return { out, dropped };
}

/** What must come out, said simply. */
function naive(text: string, limit: number): string {
  return text
    .split(/(?<=\n)/)
    .filter((line) => line.length <= limit)
    .join("");
}

describe("BoundedLines", () => {
  it("passes lines up to the limit and drops longer ones, whatever the chunks are", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 12 })),
        fc.integer({ min: 1, max: 8 }),
        async (chunks, limit) => {
          expect((await through(chunks, limit)).out).toBe(naive(chunks.join(""), limit));
        },
      ),
    );
  });

  it("tells of each dropped line once, with its beginning", async () => {
    const { out, dropped } = await through(
      ["ok\n", `{"id":7,${"x".repeat(100)}`, "y".repeat(50), "\nnext\n", "z".repeat(30), "\n"],
      20,
    );
    expect(out).toBe("ok\nnext\n");
    expect(dropped).toHaveLength(2);
    expect(dropped[0]).toMatch(/^\{"id":7,x/);
  });

  it("keeps no more of a dropped line than its beginning", async () => {
    const { dropped } = await through(
      Array.from({ length: 100 }, () => "x".repeat(10_000)),
      50_000,
    );
    expect(dropped).toHaveLength(1);
    expect(dropped[0]?.length).toBeLessThanOrEqual(4096);
  });
});
