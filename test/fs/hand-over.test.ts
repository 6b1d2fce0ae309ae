/** A child process opens the very inode its parent verified, and seals what it read; the parent then compares the path. */

import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Original, Root } from "../../src/fs/interfaces.ts";
import { adoptOriginal, openOriginal } from "../../src/fs/original.ts";
import { openRoot } from "../../src/fs/root.ts";
import type { ErrorFacts } from "../../src/model/errors.ts";
import type { Version } from "../../src/model/version.ts";
import { failure, scratch, STRATEGIES } from "./scratch.ts";
import type { Scratch } from "./scratch.ts";

const CONTENT = Buffer.alloc(400_000, "a");
const DIGEST = createHash("sha256").update(CONTENT).digest("hex");

let place: Scratch;
let child: string;
beforeAll(async () => {
  place = scratch();
  child = join(place.path, "child.mjs");
  await build({
    stdin: {
      contents: `import { adoptOriginal } from "./src/fs/original.ts";
        import { errorFacts } from "./src/model/errors.ts";
        process.on("message", (handed) => {
          let reply;
          try {
            const original = adoptOriginal(handed);
            const bytes = original.source({ hold: true }).bytes.length;
            reply = { bytes, version: original.seal() };
            original.close();
          } catch (error) { reply = { error: errorFacts(error) }; }
          process.send(reply, () => process.disconnect());
        });`,
      resolveDir: fileURLToPath(new URL("../..", import.meta.url)),
      loader: "ts",
    },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: child,
  });
});
afterAll(() => place.remove());

interface Reply {
  readonly bytes?: number;
  readonly version?: Version;
  readonly error?: ErrorFacts;
}

const isReply = (message: unknown): message is Reply => typeof message === "object" && message !== null;

const described = (original: Original) => ({
  ...original.handOver(),
  name: original.name,
  relativePath: original.relativePath,
  pathCheck: original.pathCheck,
});

function inChild(original: Original): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const process = fork(child, { serialization: "advanced" });
    process.once("message", (reply) => (isReply(reply) ? resolve(reply) : reject(new Error("no reply"))));
    process.once("error", reject);
    process.send(described(original));
  });
}

describe.each(STRATEGIES)("with %s containment", (pathCheck) => {
  let root: Root;
  let path: string;
  beforeEach(() => {
    path = place.at("folder/file.bin");
    writeFileSync(path, CONTENT);
    root = openRoot("docs", place.docs, { pathCheck });
    return () => root.close();
  });

  it("the child gives the version, the parent finds the path unchanged", async () => {
    const original = openOriginal(root, "folder/file.bin");
    const reply = await inChild(original);
    expect(reply).toMatchObject({
      bytes: CONTENT.length,
      version: { sha256: DIGEST, pathCheck, size: CONTENT.length },
    });
    original.recheck();
    original.close();
  });

  it("a change before the child opens, and one after it, are both found", async () => {
    const before = openOriginal(root, "folder/file.bin");
    writeFileSync(path, Buffer.alloc(CONTENT.length, "b"));
    expect((await inChild(before)).error).toMatchObject({ code: "changed_during_read" });
    before.close();
    const after = openOriginal(root, "folder/file.bin");
    expect((await inChild(after)).error).toBeUndefined();
    renameSync(path, `${path}.away`);
    expect(failure(() => after.recheck()).code).toBe("changed_during_read");
    after.close();
  });

  it("a hand-over that outlives its loan opens nothing else", () => {
    const original = openOriginal(root, "folder/file.bin");
    const handed = described(original);
    const adopted = adoptOriginal(handed);
    adopted.recheck();
    adopted.close();
    original.close();
    renameSync(path, `${path}.old`);
    expect(failure(() => adoptOriginal(handed)).code).toBe("changed_during_read");
    writeFileSync(path, CONTENT);
    // The number of the closed descriptor may be given out again.
    const other = openOriginal(root, "folder/file.bin");
    expect(failure(() => adoptOriginal(handed)).code).toBe("changed_during_read");
    other.close();
  });

  it("an adopted file that is written to while it is read is found by the child itself", () => {
    const original = openOriginal(root, "folder/file.bin");
    const adopted = adoptOriginal(described(original), { afterRead: () => writeFileSync(path, CONTENT) });
    adopted.source({ hold: true });
    expect(failure(() => adopted.seal()).code).toBe("changed_during_read");
    adopted.close();
    original.close();
  });
});
