/** Thirty texts built to make a scanner slow: many anchors, runs that nearly match, openings without an end. */

const dashes = "-".repeat(5);
const KEY = "PRIVATE " + "KEY";
const BASE64_LINE = "TWFueSBoYW5kcyBtYWtlIGxpZ2h0IHdvcmsuTWFueSBoYW5kcyBtYWtlIGxpZ2h0";

const PATTERNS: Readonly<Record<string, string>> = {
  "one letter": "a",
  "one capital": "A",
  spaces: " ",
  "line feeds": "\n",
  "at signs": "@",
  "at signs and letters": "@a",
  "an opened URL and at signs": "@a://b:",
  "URLs without a password": "https://host/path ",
  "URL users": "x://u:p",
  "token prefixes": "ghp" + "_",
  "token prefixes with a hyphen": "glpat" + "-",
  "token prefixes over lines": "sk-" + "proj-\n",
  "short token lines": "sk-" + "ant-a1B2\n",
  "JSON Web Token starts": "eyJ",
  "JSON Web Token starts with dots": "eyJhbGciOiJIUzI1NiJ9.",
  "JSON Web Token starts over lines": "eyJhbGciOiJI\n",
  "key openings": `${dashes}BEGIN RSA ${KEY}${dashes}`,
  "key openings over lines": `${dashes}BEGIN ${KEY}${dashes}\n`,
  "key endings": `${dashes}END ${KEY}${dashes}\n`,
  "the words of a key": `${KEY} `,
  "an opening and base64": `${dashes}BEGIN ${KEY}${dashes}\n${BASE64_LINE}\n`,
  "base64 lines": `${BASE64_LINE}\n`,
  "base64 lines and endings": `${BASE64_LINE}\n${dashes}END ${KEY}${dashes}\n`,
  "curl commands": "curl -u ",
  "curl with continued lines": "curl a\\\n",
  "API keys": "api_key.",
  passwords: "password=",
  "password words": "password password ",
  "secret names": "aws_secret_access_key ",
  "access key ids": "AK" + "IA2345ABCD6723EFGH ",
  "authorization headers": "authorization: bearer ",
  "dbname pairs": "dbname=a b=c d=e ",
  "semicolons and passwords": ";password=;user id=",
  "hexadecimal and a region": `${"0123456789abcdef".repeat(2)}-us1`,
  "telegram tokens": "1234567890:AA",
  "encoded keys": "LS0tLS1CRUdJTi",
  "percent signs": "%3D",
  backslashes: "\\n",
  "vendor names": "cloudflare discord twilio mailgun ",
  "nul characters": "\0",
};

const SIZE = 256 * 1024;

export const PATHOLOGICAL: readonly (readonly [name: string, text: string])[] = [
  ...Object.entries(PATTERNS).map(
    ([name, pattern]) => [name, pattern.repeat(Math.ceil(SIZE / pattern.length)).slice(0, SIZE)] as const,
  ),
  ["one URL with a long user", `https://${"u".repeat(SIZE)}:p@host`],
  ["one key opening and base64 on one line", `${dashes}BEGIN ${KEY}${dashes}${"Ab1+".repeat(SIZE / 4)}`],
  ["one line of base64 and a key ending", `${"Ab1+".repeat(SIZE / 4)}${dashes}END ${KEY}${dashes}`],
  ["one long JSON Web Token part", `eyJ${"a".repeat(SIZE)}.eyJ`],
];
