/**
 * `readback.json`: the sources, their manifests and logs, limits, and where the bearer tokens are.
 *
 * Guarantees: unknown keys are refused with their place; paths are relative to the configuration's own folder; nothing is opened but the
 * configuration itself. Order of settings: flag, then `READBACK_*`, then this file, then the default.
 */

import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { z } from "zod";
import type { SecretPolicy } from "../model/answer.ts";
import { ReadbackError } from "../model/errors.ts";
import { readOwnFile } from "../fs/small-file.ts";
import { defaultConfigPath } from "./config-path.ts";
import { judgeJson } from "./json-text.ts";
import type { Fault } from "./json-text.ts";

const CONFIG_BYTES = 1024 * 1024;
const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const key = z
  .string()
  .regex(KEY, "a key holds 1 to 64 letters, digits, `.`, `_`, `-`, and starts with a letter or digit");
const path = z.string().min(1).max(4096);

const sourceSchema = z.strictObject({
  root: path.describe("the folder; relative to this file's folder"),
  manifest: path.optional().describe("a manifest inside the folder: makes the source a library"),
  logs: z.record(key, path).optional().describe("logs by name, relative to the folder"),
  secrets: z
    .enum(["redact", "refuse", "report", "off"])
    .optional()
    .describe("what happens to secrets; redact is the default"),
});

export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  sources: z.record(key, sourceSchema).optional(),
  limits: z
    .strictObject({
      library_document_bytes: z
        .int()
        .min(1)
        .max(64 * 1024 * 1024)
        .optional(),
      readers: z.int().min(1).max(16).optional(),
    })
    .optional(),
  http: z
    .strictObject({
      tokens_file: path.optional().describe("JSON list of { token, role }, readable by its owner only"),
      allowed_hosts: z.array(z.string().min(1).max(255)).max(50).optional(),
      allowed_origins: z.array(z.string().min(1).max(255)).max(50).optional(),
    })
    .optional(),
  state: path.optional().describe("the folder of the index; by default the user's state folder"),
});

export interface SourceConfig {
  readonly key: string;
  /** Absolute. */
  readonly root: string;
  /** Relative to the root. */
  readonly manifest: string | null;
  readonly logs: Readonly<Record<string, string>>;
  readonly secrets: SecretPolicy;
}

export interface Config {
  /** The file this came from; null where there is none. */
  readonly file: string | null;
  readonly sources: readonly SourceConfig[];
  readonly limits: { readonly libraryDocumentBytes: number; readonly readers: number | null };
  readonly http: {
    readonly tokensFile: string | null;
    readonly allowedHosts: readonly string[];
    readonly allowedOrigins: readonly string[];
  };
  /** Absolute. */
  readonly stateFolder: string;
}

export const LIBRARY_DOCUMENT_BYTES = 1024 * 1024;

function defaultStateFolder(): string {
  const base = process.env["XDG_STATE_HOME"];
  return join(base !== undefined && isAbsolute(base) ? base : join(homedir(), ".local", "state"), "readback");
}

export function faultsText(faults: readonly Fault[]): string {
  return faults.map((fault) => `${fault.place}: ${fault.problem}`).join("; ");
}

/** The configuration named by a flag or `READBACK_CONFIG`, else the user's own if there is one, else an empty one. */
export function loadConfig(named?: string): Config {
  const asked = named ?? process.env["READBACK_CONFIG"];
  if (asked !== undefined && asked !== "") return readConfig(resolve(asked));
  const usual = defaultConfigPath();
  try {
    return readConfig(usual);
  } catch (thrown) {
    if (thrown instanceof ReadbackError && thrown.code === "missing") return emptyConfig();
    throw thrown;
  }
}

export function emptyConfig(): Config {
  return {
    file: null,
    sources: [],
    limits: { libraryDocumentBytes: LIBRARY_DOCUMENT_BYTES, readers: null },
    http: { tokensFile: null, allowedHosts: [], allowedOrigins: [] },
    stateFolder: process.env["READBACK_STATE"] ?? defaultStateFolder(),
  };
}

export function readConfig(file: string): Config {
  const { text } = readOwnFile(file, CONFIG_BYTES, "the configuration");
  const judged = judgeJson(text, configSchema);
  if (!judged.ok)
    throw new ReadbackError("invalid_request", `the configuration is wrong at ${faultsText(judged.faults)}`, {
      hint: "`readback doctor` checks it again; the JSON schema that ships with readback describes every key",
    });
  const { value } = judged;
  const folder = dirname(file);
  const empty = emptyConfig();
  return {
    file,
    sources: Object.entries(value.sources ?? {}).map(([name, source]) => ({
      key: name,
      root: resolve(folder, source.root),
      manifest: source.manifest ?? null,
      logs: source.logs ?? {},
      secrets: source.secrets ?? "redact",
    })),
    limits: {
      libraryDocumentBytes: value.limits?.library_document_bytes ?? LIBRARY_DOCUMENT_BYTES,
      readers: value.limits?.readers ?? null,
    },
    http: {
      tokensFile: value.http?.tokens_file === undefined ? null : resolve(folder, value.http.tokens_file),
      allowedHosts: value.http?.allowed_hosts ?? [],
      allowedOrigins: value.http?.allowed_origins ?? [],
    },
    stateFolder:
      process.env["READBACK_STATE"] ??
      (value.state === undefined ? empty.stateFolder : resolve(folder, value.state)),
  };
}
