/** Private keys in every dress: whole, cut at either end, on one line, escaped, quoted, prefixed, very long. */

import { describe, expect, test } from "vitest";
import { redactText } from "../../../src/reading/screening/redact.ts";
import { createStreamScanner, scanText } from "../../../src/reading/screening/scan.ts";
import { privateKey, seeded } from "./positives.ts";

const LABEL = "PRIVATE " + "KEY";
const hidden = (text: string): string[] =>
  scanText(text)
    .filter(({ kind }) => kind === "private_key")
    .map(({ start, end }) => text.slice(start, end));

/** No 16 characters in a row of a key's lines are left. */
function expectNothingLeft(text: string, key: string): void {
  const screened = redactText(text);
  expect(screened).toContain("[REDACTED private_key]");
  const body = key
    .split("\n")
    .filter((line) => /^[A-Za-z0-9+/=]{20,}$/.test(line))
    .flatMap((line) =>
      Array.from({ length: Math.ceil(line.length / 16) }, (_, index) =>
        line.slice(index * 16, index * 16 + 16),
      ),
    )
    .filter((piece) => piece.length === 16);
  expect(body.length).toBeGreaterThan(10);
  for (const piece of body) expect(screened).not.toContain(piece);
}

const key = privateKey(seeded(1), `RSA ${LABEL}`);
const lines = key.split("\n");

describe("whole keys", () => {
  test.each([
    ["by itself", key],
    ["with CRLF", key.replaceAll("\n", "\r\n")],
    ["on one line with blanks", key.replaceAll("\n", " ")],
    ["in JSON", JSON.stringify({ key })],
    ["in JSON in JSON", JSON.stringify(JSON.stringify({ key }))],
    ["indented, as in YAML", key.replaceAll("\n", "\n      ")],
    ["quoted line by line, as in source code", lines.map((line) => `  "${line}\\n" +`).join("\n")],
    ["quoted in a mail", lines.map((line) => `> ${line}`).join("\n")],
    ["behind a comment sign", lines.map((line) => `# ${line}`).join("\n")],
    [
      "in a log, line by line",
      lines.map((line) => `2026-11-30 12:00:00,123 DEBUG [main] c.e.Loader - ${line}`).join("\n"),
    ],
    ["with line numbers", lines.map((line, index) => `${index + 1}\t${line}`).join("\n")],
    ["with blank lines", key.replaceAll("\n", "\n\n")],
    ["with Windows blank lines", key.replaceAll("\n", "\r\n\r\n")],
    ["with dashes that a word processor changed", key.replaceAll("-----", "–—")],
    [
      "with an encryption header",
      key.replace(
        "\n",
        "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123456789ABCDEF0123456789ABCDEF\n\n",
      ),
    ],
    ["encoded for a URL", encodeURIComponent(key)],
  ])("%s", (_name, text) => {
    expectNothingLeft(`before\n${text}\nafter`, key);
    expect(redactText(`before\n${text}\nafter`)).toMatch(/^before\n/);
    expect(redactText(`before\n${text}\nafter`)).toMatch(/after$/);
  });

  test("the markers go too, and only they", () => {
    expect(hidden(`a ${key} b`)).toEqual([key]);
  });

  test("two keys behind each other are two", () => {
    const second = privateKey(seeded(2), LABEL);
    expect(hidden(`${key}\n${second}`)).toEqual([key, second]);
  });

  test("a certificate between two keys stays", () => {
    const certificate = privateKey(seeded(3), "CERTIFICATE");
    const text = `${key}\n${certificate}\n${key}`;
    expect(hidden(text)).toEqual([key, key]);
  });

  test("a key longer than 16 KiB is hidden to its end", () => {
    const long = privateKey(seeded(4), `PGP ${LABEL} BLOCK`, 600);
    expect(long.length).toBeGreaterThan(32_768);
    expect(hidden(`x\n${long}\ny`)).toEqual([long]);
  });
});

describe("keys that are cut", () => {
  test("after any line, at the text's end", () => {
    for (let count = 2; count < lines.length; count++) {
      const text = lines.slice(0, count).join("\n");
      expect(hidden(`x\n${text}`)).toEqual([text]);
    }
  });

  test("within a line, at the text's end", () => {
    for (let length = 100; length < 700; length += 7) {
      const text = key.slice(0, length);
      expect([length, hidden(text)]).toEqual([length, [text.trimEnd()]]);
    }
  });

  test("with prose behind it", () => {
    const text = lines.slice(0, 9).join("\n");
    expect(hidden(`${text}\n\nThe rest was cut off by the mail program.`)).toEqual([text]);
  });

  test("before any line: what is left up to the closing marker goes", () => {
    for (let first = 1; first < lines.length - 2; first++) {
      const text = lines.slice(first).join("\n");
      expect(hidden(`page 2\n${text}\nend`)).toEqual([text]);
    }
  });

  test("a closing marker by itself is no finding", () => {
    expect(hidden(`The last line is ${lines.at(-1)}.`)).toEqual([]);
  });

  test("beyond the limit the rest stays, and the scan goes on", () => {
    const endless = `${lines[0]}\n${"TWFueSBoYW5kcyBtYWtlIGxpZ2h0IHdvcmsuTWFueSBoYW5kcyBtYWtlIGxpZ2h0\n".repeat(3000)}`;
    const [first] = scanText(`${endless}${key}`);
    expect(first!.end).toBeGreaterThan(60_000);
    expect(hidden(`${endless}${key}`).at(-1)).toBe(key);
  });
});

describe("other key files", () => {
  test("PuTTY: the private lines and the MAC go, the public ones stay", () => {
    const body = lines.slice(1, 5).join("\n");
    const text = `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPublic-Lines: 1\nAAAAC3NzaC1lZDI1NTE5\nPrivate-Lines: 4\n${body}\nPrivate-MAC: ${"0123456789abcdef".repeat(4)}\n`;
    expect(hidden(text)).toEqual([` 4\n${body}\nPrivate-MAC: ${"0123456789abcdef".repeat(4)}`]);
  });

  test("a key in base64, on one line and wrapped", () => {
    const encoded = Buffer.from(key).toString("base64");
    const wrapped = encoded.match(/.{1,76}/g)!.join("\n    ");
    expect(hidden(`client-key-data: ${encoded}\nusers:`)).toEqual([encoded]);
    expect(hidden(`tls.key: |\n    ${wrapped}\ntype: kubernetes.io/tls`)).toEqual([wrapped]);
  });

  test("a certificate in base64 is none", () => {
    const encoded = Buffer.from(privateKey(seeded(5), "CERTIFICATE")).toString("base64");
    expect(hidden(`certificate-authority-data: ${encoded}`)).toEqual([]);
  });
});

test("a key is held back while it is read, and nothing of it is settled before", () => {
  const scanner = createStreamScanner();
  const start = "some text before\n".length;
  scanner.push("some text before\n");
  for (const line of lines.slice(0, -1)) {
    expect(scanner.push(`${line}\n`)).toEqual([]);
    expect(scanner.settled).toBeLessThanOrEqual(start);
  }
  scanner.push(`${lines.at(-1)}\n`);
  expect([...scanner.push("x ".repeat(400)), ...scanner.finish()]).toEqual([
    { start, end: start + key.length, kind: "private_key", tier: "high" },
  ]);
});
