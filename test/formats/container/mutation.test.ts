import * as fc from "fast-check";
import { expect, test } from "vitest";
import { openPackage } from "../../../src/formats/container/package.ts";
import { ReadbackError } from "../../../src/model/errors.ts";
import { memorySource } from "../../support/extract.ts";
import { makeZip } from "../../support/zip.ts";
import { extractOptions, partText } from "./support.ts";

const CONTENTS: ReadonlyMap<string, string> = new Map([
  ["word/document.xml", `<d>${"body text, ".repeat(200)}</d>`],
  ["word/styles.xml", "<s/>"],
  ["stored.xml", "<stored>as it is</stored>"],
]);
const ZIP = makeZip(
  [...CONTENTS].map(([name, content]) => ({ name, content, deflate: name !== "stored.xml" })),
);

/** A coded error, or every part whole: never part of one. */
async function soundOrRefused(bytes: Uint8Array): Promise<"sound" | "refused"> {
  try {
    const opened = await openPackage(memorySource(bytes), extractOptions());
    for (const part of opened.parts) {
      const text = await partText(opened, part);
      if (CONTENTS.has(part)) expect(text).toBe(CONTENTS.get(part));
      else expect([...CONTENTS.values()]).toContain(text);
    }
    return "sound";
  } catch (error) {
    if (!(error instanceof ReadbackError)) throw error;
    expect(["damaged", "encrypted", "unsupported_format", "limit_exceeded"]).toContain(error.code);
    return "refused";
  }
}

test("a file cut off anywhere is damaged", async () => {
  for (let length = 0; length < ZIP.length; length++)
    await expect(
      openPackage(memorySource(ZIP.slice(0, length)), extractOptions()),
      `${length} bytes`,
    ).rejects.toMatchObject({
      code: "damaged",
    });
});

test("any one byte may be anything: whole contents or a coded error", async () => {
  let refused = 0;
  for (let at = 0; at < ZIP.length; at++) {
    const bytes = ZIP.slice();
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    if ((await soundOrRefused(bytes)) === "refused") refused++;
  }
  expect(refused).toBeGreaterThan(ZIP.length / 3);
});

test("any bytes at any places: whole contents or a coded error", async () => {
  const change = fc.tuple(fc.nat(ZIP.length - 1), fc.integer({ min: 0, max: 255 }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 8 }),
      fc.uint8Array({ maxLength: 40 }),
      async (changes, tail) => {
        const bytes = new Uint8Array([...ZIP, ...tail]);
        for (const [at, value] of changes) bytes[at] = value;
        await soundOrRefused(bytes);
      },
    ),
    { numRuns: 600 },
  );
});

test("no bytes at all, and any short bytes, are damaged", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      await expect(openPackage(memorySource(bytes), extractOptions())).rejects.toMatchObject({
        code: "damaged",
      });
    }),
    { numRuns: 300 },
  );
});
