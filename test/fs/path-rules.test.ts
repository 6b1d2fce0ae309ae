import { posix } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { below, judgePath } from "../../src/fs/path-rules.ts";

const judged = (path: string, style: "posix" | "win32"): string => {
  const judgement = judgePath(path, style);
  return "path" in judgement ? `${judgement.kind} ${judgement.path}` : judgement.kind;
};

describe("paths of POSIX systems", () => {
  it.each([
    ["a.txt", "relative a.txt"],
    ["./a//b/./c.txt", "relative a/b/c.txt"],
    ["a/../b.txt", "relative b.txt"],
    ["a/b/", "relative a/b"],
    [".", "relative "],
    ["..a/b..", "relative ..a/b.."],
    ["...", "relative ..."],
    ["/srv/docs/a.txt", "absolute /srv/docs/a.txt"],
    ["/srv/docs/../x", "absolute /srv/x"],
    ["//srv//docs", "absolute /srv/docs"],
    ["..", "outside"],
    ["../x", "outside"],
    ["a/../../x", "outside"],
    ["a/../..", "outside"],
    ["", "invalid"],
    ["a\0b", "invalid"],
    ["a.txt\0.pdf", "invalid"],
    ["~", "invalid"],
    ["~/x", "invalid"],
    ["~$report.docx", "relative ~$report.docx"],
    ["%2e%2e/x", "invalid"],
    ["a/%2E%2e/%2E%2e/x", "invalid"],
    [".%2e/x", "invalid"],
    ["..%2f..%2fetc", "invalid"],
    ["a%5c..%5c..%5cx", "invalid"],
    ["100%25 cotton.txt", "relative 100%25 cotton.txt"],
    ["a%2eb", "relative a%2eb"],
    ["..\\x", "invalid"],
    ["a\\..\\..\\x", "invalid"],
    ["\\\\server\\share\\x", "invalid"],
    ["\\\\?\\C:\\x", "invalid"],
    ["C:\\x", "invalid"],
    // Legal names on POSIX systems, and no way out.
    ["C:x", "relative C:x"],
    ["a\\b.txt", "relative a\\b.txt"],
    ["NUL.txt", "relative NUL.txt"],
    ["a.txt:stream", "relative a.txt:stream"],
    ["name. ", "relative name. "],
    ["new\nline", "relative new\nline"],
  ])("%j is %s", (path, expected) => {
    expect(judged(path, "posix")).toBe(expected);
  });
});

describe("paths of Windows", () => {
  it.each([
    ["a.txt", "relative a.txt"],
    ["a\\b/c.txt", "relative a/b/c.txt"],
    ["a\\..\\b", "relative b"],
    ["console.txt", "relative console.txt"],
    ["com10.txt", "relative com10.txt"],
    ["auxiliary", "relative auxiliary"],
    ["nulls.csv", "relative nulls.csv"],
    [".hidden", "relative .hidden"],
    ["PROGRA~1\\x", "relative PROGRA~1/x"],
    ["C:\\docs\\a.txt", "absolute C:/docs/a.txt"],
    ["c:/docs/../a.txt", "absolute C:/a.txt"],
    ["\\\\server\\share\\a.txt", "absolute //server/share/a.txt"],
    ["..\\x", "outside"],
    ["a\\..\\..\\x", "outside"],
    ["C:x", "invalid"],
    ["C:", "invalid"],
    ["\\x", "invalid"],
    ["/x", "invalid"],
    ["\\\\?\\C:\\x", "invalid"],
    ["\\\\.\\PhysicalDrive0", "invalid"],
    ["//?/C:/x", "invalid"],
    ["\\??\\C:\\x", "invalid"],
    ["\\\\server", "invalid"],
    ["CON", "invalid"],
    ["con.txt", "invalid"],
    ["a\\NUL.txt", "invalid"],
    ["NUL .txt", "invalid"],
    ["COM1", "invalid"],
    ["COM\u00b9.log", "invalid"],
    ["lpt9.tar.gz", "invalid"],
    ["CONIN$", "invalid"],
    ["AUX:..\\..\\x", "invalid"],
    ["NUL:..\\..\\secret", "invalid"],
    ["C:\\root\\NUL:..\\..\\secret", "invalid"],
    ["f.txt:ads", "invalid"],
    ["f.txt::$DATA", "invalid"],
    ["name.", "invalid"],
    ["name ", "invalid"],
    ["folder .\\x", "invalid"],
    ["... \\x", "invalid"],
    ["a?b", "invalid"],
    ["a*b", "invalid"],
    ["a|b", "invalid"],
    ["a\u0007b", "invalid"],
    ["a\0b", "invalid"],
    ["%2e%2e\\x", "invalid"],
    ["~\\x", "invalid"],
  ])("%j is %s", (path, expected) => {
    expect(judged(path, "win32")).toBe(expected);
  });
});

describe("all paths", () => {
  const component = fc.oneof(
    fc.constantFrom("..", ".", "", "a", "b.txt", "..a", "C:", "%2e%2e"),
    fc.string(),
  );
  const path = fc
    .array(component, { maxLength: 8 })
    .chain((names) =>
      fc
        .array(fc.constantFrom("/", "\\"), { minLength: names.length, maxLength: names.length })
        .map((marks) => names.map((name, index) => `${name}${marks[index]}`).join("")),
    );

  it("a relative judgement holds no way up, and judging it again changes nothing", () => {
    fc.assert(
      fc.property(path, fc.constantFrom("posix" as const, "win32" as const), (text, style) => {
        const judgement = judgePath(text, style);
        if (judgement.kind !== "relative" || judgement.path === "") return;
        const names = judgement.path.split(style === "win32" ? /[\\/]/ : "/");
        expect(names.every((name) => name !== "" && name !== "." && name !== "..")).toBe(true);
        expect(judgement.path).not.toContain("\0");
        const again = judgePath(judgement.path, style);
        // A first component may turn out to be something else without what stood before it, never a way out.
        if (again.kind !== "invalid") expect(again).toEqual(judgement);
      }),
      { numRuns: 2000 },
    );
  });

  it("agrees with plain normalisation wherever a POSIX path is judged relative or outside", () => {
    fc.assert(
      fc.property(path, (text) => {
        const judgement = judgePath(text, "posix");
        if (judgement.kind === "invalid" || judgement.kind === "absolute") return;
        const plain = posix.normalize(text).replace(/\/$/, "");
        const climbs = plain === ".." || plain.startsWith("../");
        expect(judgement.kind).toBe(climbs ? "outside" : "relative");
        if (judgement.kind === "relative") expect(judgement.path).toBe(plain === "." ? "" : plain);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("below", () => {
  it.each([
    ["/r", "/r/f", "posix", "f"],
    ["/r/", "/r/a/f", "posix", "a/f"],
    ["/r", "/r", "posix", ""],
    ["/r", "/r-evil/f", "posix", null],
    ["/r", "/R/f", "posix", null],
    ["/r", "/", "posix", null],
    ["/", "/etc/f", "posix", "etc/f"],
    ["C:\\Docs", "c:/docs/A.txt", "win32", "A.txt"],
    ["C:\\Docs", "C:/Docs-evil/A.txt", "win32", null],
    ["\\\\srv\\share", "//SRV/share/x", "win32", "x"],
  ] as const)("of %j, %j (%s) is %j", (folder, path, style, expected) => {
    expect(below(folder, path, style)).toBe(expected);
  });
});
