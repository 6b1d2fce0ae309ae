/** What is a secret, what is none, and that all of one is covered. */

import { describe, expect, test } from "vitest";
import { RULES } from "../../../src/reading/screening/rules.ts";
import { scanText } from "../../../src/reading/screening/scan.ts";
import { redactText } from "../../../src/reading/screening/redact.ts";
import { POSITIVES, jwt, seeded, textOf } from "./positives.ts";

const high = (text: string) => scanText(text).filter((span) => span.tier === "high");
const hidden = (text: string): string[] => high(text).map(({ start, end }) => text.slice(start, end));
const DRAWS = 200;

test.each(POSITIVES.map((positive, index) => [`${positive.kind} (form ${index})`, positive, index] as const))(
  "%s: each of 200 drawn tokens is covered exactly and named",
  (_name, positive, index) => {
    for (let draw = 0; draw < DRAWS; draw++) {
      const made = positive.make(seeded(index * 7919 + draw));
      const text = `first line\n${textOf(made)}\nlast line`;
      const start = "first line\n".length + (made.before ?? "").length;
      expect(high(text)).toEqual([
        { start, end: start + made.secret.length, kind: positive.kind, tier: "high" },
      ]);
    }
  },
);

describe("surroundings", () => {
  const wholeTokens = POSITIVES.map((positive, index) => ({
    positive,
    made: positive.make(seeded(index + 31)),
  })).filter(
    ({ made }) => made.before === undefined && made.after === undefined && !made.secret.includes("\n"),
  );
  test.each([
    ["nothing", "", ""],
    ["an assignment", "export TOKEN=", ""],
    ["quotes", 'const token = "', '";'],
    ["an escaped line end", '"text\\n', '\\n"'],
    ["an encoded equals sign", "q%3D", "&x=1"],
    ["a unicode escape", "q\\u003d", "&x=1"],
    ["brackets", "(", ")"],
    ["full-width characters", "值：", "。"],
    ["Markdown", "`", "`"],
    ["XML", "<t>", "</t>"],
    ["a comma", "a,", ",b"],
  ])("inside %s", (_name, before, after) => {
    expect(wholeTokens.length).toBeGreaterThan(100);
    for (const { positive, made } of wholeTokens) {
      const text = before + made.secret + after;
      const [span] = high(text);
      expect([positive.kind, span?.start, span?.end]).toEqual([
        positive.kind,
        before.length,
        before.length + made.secret.length,
      ]);
    }
  });

  test("a token wrapped over two lines of a page, at any place", () => {
    for (const kind of [
      "github_token",
      "google_api_key",
      "aws_access_key_id",
      "anthropic_api_key",
      "slack_token",
      "stripe_key",
    ]) {
      const positive = POSITIVES.find((entry) => entry.kind === kind);
      const { secret } = positive!.make(seeded(5));
      for (let place = 2; place < secret.length - 1; place++) {
        const text = `The key is ${secret.slice(0, place)}\n${secret.slice(place)} and it is old.\nNext`;
        expect([kind, place, hidden(text)]).toEqual([
          kind,
          place,
          [`${secret.slice(0, place)}\n${secret.slice(place)}`],
        ]);
      }
    }
  });

  test("a JSON Web Token wrapped over several indented lines", () => {
    const token = jwt(seeded(3), "RS256", 342);
    const lines = token.match(/.{1,76}/g)!;
    expect(lines.length).toBeGreaterThan(4);
    const wrapped = lines.join("\r\n    ");
    expect(hidden(`Token: ${wrapped}\r\n    The end of it.`)).toEqual([wrapped]);
  });

  test("the line behind a whole token is left alone", () => {
    for (const { positive, made } of wholeTokens) {
      const text = `${made.secret}\nNEXT_NAME=value`;
      expect([positive.kind, hidden(text)]).toEqual([positive.kind, [made.secret]]);
    }
  });
});

describe("a key and its secret", () => {
  const { secret: id } = POSITIVES.find((entry) => entry.kind === "aws_access_key_id")!.make(seeded(1));
  const { secret } = POSITIVES.find((entry) => entry.kind === "aws_secret_access_key")!.make(seeded(2));
  test.each([
    ["credentials.csv", `User name,Access key ID,Secret access key\nbob,${id},${secret}\n`],
    ["two lines", `${id}\n${secret}\n`],
    ["a table", `| ${id} | ${secret} |`],
  ])("both are hidden in %s", (_name, text) => {
    expect(hidden(text)).toEqual([id, secret]);
  });
  test("a hash behind an id is none", () => {
    expect(hidden(`${id} 3f786850e387550fdab836ed7e6dc881de23001b`)).toEqual([id]);
  });
});

describe("URLs with passwords", () => {
  test.each([
    ["https://alice:" + "s3cr3tPa55@example.com/x", "s3cr3tPa55"],
    ["ftp://bob:" + "pa%40ss9word@files.corp.net", "pa%40ss9word"],
    ["amqps://u:" + "p:q:r2d2@mq:5671", "p:q:r2d2"],
    ["postgres://u:" + "p@ss@w0rd@db/x", "p@ss@w0rd"],
    ["redis://:" + "onlypassword@10.0.0.1:6379/0", "onlypassword"],
    ["jdbc:mysql://root:" + "hunter2x@db:3306/x", "hunter2x"],
    ["git+https://user:" + "tok3nvalue@git.corp.net/a.git", "tok3nvalue"],
  ])("%s", (text, password) => {
    expect(hidden(`see ${text} there`)).toEqual([password]);
  });

  test.each([
    "https://user:pass@example.com",
    "https://user:password@host/x",
    "https://${USER}:${PASSWORD}@host",
    "https://$USER:$PASSWORD@host",
    "https://user:<password>@host",
    "https://user:***@host",
    "https://user:xxxx@host",
    "https://user:@host",
    "https://user@host",
    "https://{{user}}:{{password}}@host",
    "https://%s:%s@%s/",
    "https://user:[REDACTED url_password]@host",
    "https://YOUR_USERNAME:YOUR_PASSWORD@api.service.com",
    "https://host:8080/path?mail=a@b.org",
    "https://host:8080?mail=a@b.org",
    "ssh://git@github.com:22/a.git",
    "http://host/~user:x@y",
    "mailto:a@b.org and https://c.org: see @someone",
  ])("%s is none", (text) => {
    expect(hidden(text)).toEqual([]);
  });
});

describe("negatives", () => {
  const sha = "3f786850e387550fdab836ed7e6dc881de23001b";
  test.each([
    ["git", `commit ${sha}\nindex 3f78685..89e6c98 100644\nMerge: 3f786850e 89e6c98d9`],
    ["UUIDs", "id=7c9e6679-7425-40de-944b-e07fc1f90ae7 api-7c9e6679-7425-40de-944b-e07fc1f90ae7"],
    [
      "a picture",
      `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==`,
    ],
    [
      "a lock file",
      `"integrity": "sha512-${"Kj8m+/".repeat(14)}aA==", "resolved": "https://registry.npmjs.org/a/-/a-1.0.0.tgz#${sha}"`,
    ],
    [
      "OpenStack",
      `nova [req-38101a0b-2096-447d-96ea-a692162415ae 113d3a99c3da401fbd62cc2caa5b96d2 54fadb412c4e40cdbaed9335e4c35a9e - - -] token: {SHA256}ab`,
    ],
    [
      "OpenStack headers",
      "X-Auth-Token: {SHA256}3f786850e387550fdab836ed7e6dc881de23001b3f786850e387550fdab836ed7e",
    ],
    [
      "a public key",
      "-----BEGIN PUBLIC KEY-----\nMFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAKj34GkxFhD90vcNLYLInFEX6Ppy1tPf\n-----END PUBLIC KEY-----",
    ],
    [
      "a certificate",
      "-----BEGIN CERTIFICATE-----\nMIIBtzCCAV2gAwIBAgIJANrpH1mVWZ3zMA0GCSqGSIb3DQEBCwUAMB0xGzAZBgNV\n-----END CERTIFICATE-----",
    ],
    [
      "a key that is only mentioned",
      "The file begins with `-----BEGIN PRIVATE KEY-----` and ends with `-----END PRIVATE KEY-----`.",
    ],
    ["a key with dots", "-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----"],
    [
      "fillers",
      `ghp_${"x".repeat(36)} AKIA${"X".repeat(16)} glpat-${"x".repeat(20)} AIza${"x".repeat(35)} sk-${"X".repeat(48)}`,
    ],
    [
      "CSS and words",
      ".sk-circle-fade-dot task-0123456789 disk-usage-report-of-the-last-thirty-days npm_config_registry npm_package_name",
    ],
    [
      "code",
      "const password = readPassword(); token = user.getToken(); secret: string; apiKey: process.env.API_KEY",
    ],
    ["SSH keys for others", `ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ${"Ab9/".repeat(80)} user@host`],
    ["DNA", "ACCAGTACGTACGTACGTAC-GTAC ACCAGTACGTACGTACGTAC"],
    ["MAC addresses", "00:1A:2B:3C:4D:5E 00:AA:BB:CC:DD:EE 1234567890:AA:BB:CC"],
    [
      "variables",
      "Authorization: Bearer $TOKEN\nAuthorization: Bearer ${TOKEN}\nAuthorization: Bearer <token>\nauthorization: basic {base64}",
    ],
    [
      "a source map",
      `sourceMappingURL=data:application/json;base64,${Buffer.from('{"version":3,"sources":["a.js"]}').toString("base64")}`,
    ],
    [
      "a working directory in a log of sudo",
      "sudo: anna : TTY=pts/6 ; PWD=/auto/build/test-1 ; USER=root ; COMMAND=/usr/bin/tail",
    ],
    [
      "connection strings without a value",
      "Server=db;Password=${PASSWORD};User Id=sa;Password=your_password;Pwd=;",
    ],
  ])("%s", (_name, text) => {
    expect(high(text)).toEqual([]);
  });

  test("random ids and hashes, 3000 of each", () => {
    const random = seeded(11);
    const draw = (alphabet: string, length: number): string =>
      Array.from({ length }, () => alphabet[random(alphabet.length)]).join("");
    const hex = "0123456789abcdef";
    const lines = Array.from({ length: 3000 }, () =>
      [
        `commit ${draw(hex, 40)}`,
        `req-${[8, 4, 4, 4, 12].map((length) => draw(hex, length)).join("-")} ${draw(hex, 32)}`,
        `"integrity": "sha512-${Buffer.from(draw(hex, 64)).toString("base64")}"`,
        draw("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", 76),
        draw("0123456789ABCDEF", 64),
      ].join("\n"),
    );
    expect(high(lines.join("\n"))).toEqual([]);
  });
});

describe("low tier", () => {
  test.each([
    ["password = " + "hunter2x", "possible_password", "hunter2x"],
    [
      '"apiKey": "' + 'a81bc81bdead4e5dabff90865d1e13b1"',
      "possible_secret",
      "a81bc81bdead4e5dabff90865d1e13b1",
    ],
    ["machine h login bob password " + "s3cr3tx", "possible_password", "s3cr3tx"],
    ["root:" + "$6$" + "saltsalt$qFmFH.bQmmtXzyBY0s9v7Oicd2z4XSIecDzlB5KiA2", "password_hash", undefined],
    ["Set-Cookie: sid=" + "a8Fz0pQ2b7Kd91mNx5TyW3", "session_cookie", "a8Fz0pQ2b7Kd91mNx5TyW3"],
  ])("%s is reported", (text, kind, value) => {
    const [span] = scanText(text);
    expect(span).toMatchObject({ kind, tier: "low" });
    if (value !== undefined) expect(text.slice(span!.start, span!.end)).toBe(value);
    expect(redactText(text)).toBe(text);
  });

  test("a high finding takes the place of a low one for the same text", () => {
    const { secret } = POSITIVES.find((entry) => entry.kind === "github_token")!.make(seeded(1));
    expect(scanText(`token = "${secret}"`).map(({ kind }) => kind)).toEqual(["github_token"]);
  });
});

test("spans are sorted and never overlap", () => {
  const text = POSITIVES.map((positive, index) => textOf(positive.make(seeded(index)))).join(" ");
  const spans = scanText(text);
  expect(spans.length).toBeGreaterThan(POSITIVES.length * 0.9);
  for (const [index, span] of spans.entries()) {
    expect(span.start).toBeLessThan(span.end);
    expect(span.start).toBeGreaterThanOrEqual(spans[index - 1]?.end ?? 0);
  }
});

test("nothing that was hidden is found again", () => {
  for (const [index, positive] of POSITIVES.entries()) {
    const text = redactText(textOf(positive.make(seeded(index))));
    expect([positive.kind, text, high(text)]).toEqual([positive.kind, text, []]);
  }
});

test("each rule says its kind in snake case and names its source", () => {
  expect(RULES.length).toBeGreaterThan(60);
  for (const rule of RULES) {
    expect(rule.kind).toMatch(/^[a-z0-9]+(?:_[a-z0-9]+)*$/);
    expect(rule.source.length).toBeGreaterThan(5);
    if (rule.shape === "pattern") expect(rule.before).toBeLessThanOrEqual(256);
  }
});

test("every kind of the high tier has positives", () => {
  const covered = new Set(POSITIVES.map(({ kind }) => kind));
  const missing = RULES.filter((rule) => rule.tier === "high" && !covered.has(rule.kind)).map(
    ({ kind }) => kind,
  );
  expect(missing).toEqual([]);
});
