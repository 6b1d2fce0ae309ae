import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readTokens } from "../../src/catalog/tokens.ts";
import { ReadbackError } from "../../src/model/errors.ts";

const READER = "reader-token-0123456789";
const EDITOR = "editor-token-0123456789";
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "readback-tokens-"));
  file = join(folder, "tokens.json");
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function write(value: unknown, mode = 0o600): string {
  writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));
  chmodSync(file, mode);
  return file;
}

function refusal(work: () => unknown): ReadbackError {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof ReadbackError) return thrown;
    throw thrown;
  }
  throw new Error("it was taken");
}

test("a token gives its role, whole and in the same case only", () => {
  vi.stubEnv("READBACK_TOKENS", `editor:${EDITOR}`);
  const table = readTokens(write([{ token: READER, role: "reader" }]));
  expect(table.size).toBe(2);
  expect(table.roleOf(READER)).toBe("reader");
  expect(table.roleOf(EDITOR)).toBe("editor");
  for (const wrong of ["", READER.slice(1), READER.slice(0, -1), `${READER}x`, READER.toUpperCase()])
    expect(table.roleOf(wrong)).toBeUndefined();
});

test.each([0o640, 0o604, 0o622, 0o666, 0o610])("a file of mode %o is refused", (mode) => {
  if (process.platform === "win32") return;
  expect(refusal(() => readTokens(write([{ token: READER, role: "reader" }], mode))).code).toBe(
    "permission_denied",
  );
});

test.each([
  ["no JSON", "{"],
  ["no list", {}],
  ["a short token", [{ token: "short", role: "reader" }]],
  ["a token with a space", [{ token: `${READER} x`, role: "reader" }]],
  ["another role", [{ token: READER, role: "root" }]],
  ["a key that is not known", [{ token: READER, role: "reader", until: 1 }]],
  [
    "a token twice",
    [
      { token: READER, role: "reader" },
      { token: READER, role: "editor" },
    ],
  ],
])("%s is refused without the token in the message", (_name, value) => {
  const error = refusal(() => readTokens(write(value)));
  expect(error.code).toBe("invalid_request");
  expect(`${error.message}${error.hint ?? ""}`).not.toContain(READER);
});

test("a file that is not there is missing; none at all gives an empty table", () => {
  expect(refusal(() => readTokens(join(folder, "none.json"))).code).toBe("missing");
  vi.stubEnv("READBACK_TOKENS", "");
  expect(readTokens(null).size).toBe(0);
});

test("the environment is refused where it cannot be read", () => {
  for (const value of [READER, `root:${READER}`, "reader:short", `reader:${READER};editor:${EDITOR}`]) {
    vi.stubEnv("READBACK_TOKENS", value);
    const error = refusal(() => readTokens(null));
    expect(error.code).toBe("invalid_request");
    expect(`${error.message}${error.hint ?? ""}`).not.toContain("0123456789");
  }
});
