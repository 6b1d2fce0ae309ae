/**
 * Credentials that protocols carry by name: Authorization and key headers, parameters of URLs, connection strings, command lines.
 * A URL's `user:password@` is found from its `@` (url-password.ts), because `://` stands everywhere.
 */

import { entropy, isBasicCredential, isMixed, isPlaceholder, isRandom, isSecretLike } from "../judges.ts";
import { ASSIGN, ASSIGN_REACH, QUOTE, named, shaped } from "../rule.ts";
import type { Rule } from "../rule.ts";

const HTTP_AUTH = "RFC 9110 section 11.6.2; RFC 7617 (Basic); RFC 6750 (Bearer)";
const TOKEN68 = "[A-Za-z0-9._~+/-]";
const CONNECTION = "Microsoft: ADO.NET and ODBC connection string syntax";
/** Not what stands between the quotes of two string literals either. */
const isRealPassword = (value: string): boolean =>
  /^[^\s,;)].*[A-Za-z0-9]/.test(value) && !isPlaceholder(value);
/** Bearer values of any issuer: random enough, no name and no sentence. */
const isOpaque = (value: string): boolean => !isPlaceholder(value) && isRandom(value) && entropy(value) >= 3;

export const CREDENTIALS: readonly Rule[] = [
  named({
    kind: "basic_authorization",
    source: HTTP_AUTH,
    anchors: ["authorization"],
    assign: [`${ASSIGN}[Bb][Aa][Ss][Ii][Cc](?: |%20|\\+){1,4}`, ASSIGN_REACH + 17],
    value: ["[A-Za-z0-9+/_-]{4,1024}={0,2}", 1026],
    judge: isBasicCredential,
  }),
  named({
    kind: "bearer_authorization",
    source: HTTP_AUTH,
    anchors: ["authorization"],
    assign: [
      `${ASSIGN}(?:[Bb][Ee][Aa][Rr][Ee][Rr]|[Tt][Oo][Kk][Ee][Nn]|[Aa][Pp][Ii]-?(?:[Kk][Ee][Yy]|[Tt][Oo][Kk][Ee][Nn])|OAuth|SSWS|Bot|GenieKey|Splunk)(?: |%20|\\+){1,4}(?:[Tt]oken=)?(?:${QUOTE})?`,
      ASSIGN_REACH + 34,
    ],
    value: [`${TOKEN68}{12,4096}={0,2}`, 4098],
    judge: isOpaque,
  }),
  named({
    kind: "authorization_header",
    source: `${HTTP_AUTH}; services that take a key without a scheme`,
    anchors: ["authorization"],
    assign: [ASSIGN, ASSIGN_REACH],
    value: [`${TOKEN68}{20,4096}={0,2}`, 4098],
    judge: (value) => !isPlaceholder(value) && (/^[0-9a-f-]{20,}$/i.test(value) || isMixed(value)),
  }),
  named({
    kind: "api_key_header",
    source:
      "Request headers of API keys as documented by GitLab, Vault, OpenStack, Anthropic, Azure, Algolia, Elastic",
    anchors: [
      "x-api-key",
      "x-auth-token",
      "x-access-token",
      "x-auth-key",
      "private-token",
      "x-vault-token",
      "x-goog-api-key",
      "x-amz-security-token",
      "ocp-apim-subscription-key",
      "x-functions-key",
      "x-shopify-access-token",
      "x-algolia-api-key",
      "x-rapidapi-key",
      "x-figma-token",
      "x-csrf-secret",
    ],
    assign: [ASSIGN, ASSIGN_REACH],
    value: [`${TOKEN68}{16,4096}={0,2}`, 4098],
    judge: isOpaque,
  }),
  shaped({
    kind: "url_parameter_password",
    source: "RFC 3986 section 3.4; JDBC and form parameters",
    rank: 2,
    ignoreCase: true,
    anchors: ["&password=", "?password=", "&passwd=", "?passwd=", "&pwd=", "?pwd=", "&passphrase="],
    pattern: String.raw`[?&](?:password|passwd|pwd|passphrase)=(?<value>[^\s&"'<>\x60;#\\]{4,256})`,
    after: 272,
    judge: isRealPassword,
  }),
  shaped({
    kind: "url_parameter_token",
    source: "RFC 6749 (access_token, client_secret); API keys in query strings",
    rank: 2,
    ignoreCase: true,
    anchors: [
      "access_token=",
      "refresh_token=",
      "client_secret=",
      "&api_key=",
      "?api_key=",
      "&apikey=",
      "?apikey=",
      "&auth_token=",
      "?auth_token=",
      "x-amz-security-token=",
      "private_token=",
    ],
    pattern: String.raw`[?&]?(?:access_token|refresh_token|client_secret|api_?key|auth_token|x-amz-security-token|private_token)=(?<value>[A-Za-z0-9._~+/%-]{16,4096}={0,2})`,
    after: 4130,
    judge: isOpaque,
  }),
  named({
    kind: "oauth_client_secret",
    source: "RFC 6749 section 2.3.1; token responses of section 5.1",
    anchors: ["client_secret", "clientsecret", "client-secret"],
    value: [`${TOKEN68}{16,512}={0,2}`, 514],
    judge: (value) => isSecretLike(value, 3.2),
  }),
  named({
    kind: "oauth_token",
    source: "RFC 6749 section 5.1",
    anchors: ['"access_token"', '"refresh_token"', '\\"access_token\\"', '\\"refresh_token\\"'],
    assign: [String.raw`[ \t]{0,16}:[ \t]{0,16}\\?"`, 35],
    value: [`${TOKEN68}{16,4096}={0,2}`, 4098],
    judge: (value) => isSecretLike(value, 3.2),
  }),
  // `; PWD=/srv/app ;` of sudo's log is a working directory.
  // …;Password=value; behind another pair, or in front of the pairs that make it a connection string.
  shaped({
    kind: "connection_string_password",
    source: CONNECTION,
    rank: 1,
    ignoreCase: true,
    anchors: [";password=", ";pwd=", "; password=", "; pwd=", ";password =", ";pwd ="],
    pattern: String.raw`; ?(?:password|pwd(?! ?= ?\/(?:[\w.@-]{1,64}\/){0,20}[\w.@-]{0,64}(?:[\s;]|$))) ?= ?(?:"(?<quoted>[^"\r\n]{1,128})"|'(?<single>[^'\r\n]{1,128})'|\{(?<braced>[^}\r\n]{1,128})\}|(?<value>[^;"'\s<>]{1,128}))`,
    after: 148,
    judge: isRealPassword,
  }),
  shaped({
    kind: "connection_string_password",
    source: CONNECTION,
    rank: 1,
    ignoreCase: true,
    anchors: [";user id=", ";uid=", ";user=", ";server=", ";data source=", ";initial catalog=", ";database="],
    pattern: String.raw`(?<value>(?<=(?<![A-Za-z])(?:password|pwd)=(?<head>[^;"'\s<>]{1,100})));(?:user id|uid|user|server|data source|initial catalog|database)=`,
    after: 24,
    before: 112,
    judge: isRealPassword,
  }),
  // libpq and PDO: keyword/value pairs, in either order.
  shaped({
    kind: "connection_string_password",
    source: "PostgreSQL libpq: Connection strings, keyword/value; PHP PDO data source names",
    rank: 1,
    ignoreCase: true,
    anchors: ["dbname="],
    pattern: String.raw`dbname=[^\s;]{1,64}[ ;](?:[a-z_]{2,24}=[^\s;]{1,128}[ ;]){0,6}password=['"]?(?<value>[^\s;'"]{1,128})`,
    after: 1200,
    judge: isRealPassword,
  }),
  shaped({
    kind: "connection_string_password",
    source: "PostgreSQL libpq: Connection strings, keyword/value; PHP PDO data source names",
    rank: 1,
    ignoreCase: true,
    anchors: [" dbname="],
    pattern: String.raw`(?<value>(?<=(?<![A-Za-z])password='?(?<head>[^\s;'"]{1,100}))) dbname=`,
    after: 12,
    before: 112,
    judge: isRealPassword,
  }),
  // One command, over lines that end with a backslash too, and no further than the next one.
  shaped({
    kind: "command_line_password",
    source: "curl(1): -u, --user",
    rank: 2,
    anchors: ["curl "],
    pattern: String.raw`curl (?:(?!curl )[^\r\n\\]|\\[^\r\n]|\\\r?\n){0,300}?(?<=\s)(?:-u|--user)(?:=|[ \t]{0,4})["']?(?<user>[^\s:"'$<]{0,64})["']?:["']?(?<value>[^\s"'\x60]{6,128})`,
    after: 1120,
    judge: (value) =>
      !/[{}]/.test(value) &&
      (isSecretLike(value, 2.5) || (value.length >= 12 && /[a-z]/.test(value) && /[A-Z]/.test(value))),
  }),
  named({
    kind: "command_line_password",
    source: "mysql(1), mongosh, sshpass and others: --password, --pass",
    anchors: ["--password", "--passwd", "--pass="],
    caseSensitive: true,
    assign: [String.raw`(?:=|[ \t]{1,4})?["']?`, 6],
    value: [String.raw`[^\s"'\x60;,<>|&]{6,128}`, 128],
    judge: (value) => isSecretLike(value, 2.5) && !/[(){}[\]]/.test(value),
  }),
  named({
    kind: "environment_password",
    source: "Environment variables documented by libpq, MySQL, and the container images of common databases",
    anchors: [
      "PGPASSWORD",
      "POSTGRES_PASSWORD",
      "MYSQL_PWD",
      "MYSQL_PASSWORD",
      "MYSQL_ROOT_PASSWORD",
      "MARIADB_PASSWORD",
      "MARIADB_ROOT_PASSWORD",
      "MSSQL_SA_PASSWORD",
      "MONGO_INITDB_ROOT_PASSWORD",
      "REDIS_PASSWORD",
      "REDISCLI_AUTH",
      "RABBITMQ_DEFAULT_PASS",
      "SSHPASS",
    ],
    caseSensitive: true,
    assign: [ASSIGN, ASSIGN_REACH],
    value: [String.raw`[^\s"'\x60;,<>]{6,128}`, 128],
    judge: (value) => isSecretLike(value, 2.5) && !/[(){}[\]]/.test(value),
  }),
  named({
    kind: "session_cookie",
    source: "GitLab, Laravel, Rails and others: names of session cookies",
    tier: "low",
    anchors: ["set-cookie: ", "phpsessid=", "jsessionid=", "_session_id=", "connect.sid="],
    assign: [String.raw`(?:[A-Za-z0-9_.-]{1,40}=)?`, 41],
    value: ["[A-Za-z0-9%._-]{20,1024}", 1024],
    judge: (value) => isSecretLike(value, 3.5),
  }),
];
