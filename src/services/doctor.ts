/**
 * What is configured and whether it works: for the operator, who may see paths and ids that a client never does.
 *
 * Guarantees: one finding for each thing that was looked at; nothing is written, no document's text is read. Not covered: whether a host
 * starts readback with this configuration.
 */

import { configOf, overlapOf } from "./configured.ts";
import type { ConfiguredOptions } from "./configured.ts";
import { LIBRARY_DOCUMENT_BYTES } from "../catalog/config.ts";
import { defaultConfigPath } from "../catalog/config-path.ts";
import type { Config, SourceConfig } from "../catalog/config.ts";
import { ManifestFault, readManifest } from "../catalog/manifest.ts";
import { readTokens } from "../catalog/tokens.ts";
import { ReadbackError } from "../model/errors.ts";
import type { Root } from "../fs/interfaces.ts";
import { openOriginal } from "../fs/original.ts";
import { openRoot } from "../fs/root.ts";
import { configuredLogs, createLogGroups } from "./log-groups.ts";
import { logSettings } from "./logs.ts";
import { packageFacts } from "./package.ts";
import { readersSetting } from "./settings.ts";

export interface Finding {
  /** What was looked at: "configuration", "source handbook", "log app". */
  readonly subject: string;
  readonly state: "ok" | "note" | "fault";
  readonly text: string;
}

export async function examine(options: ConfiguredOptions): Promise<readonly Finding[]> {
  const findings: Finding[] = [
    {
      subject: "readback",
      state: "ok",
      text: `version ${packageFacts().version}, Node.js ${process.versions.node}, ${process.platform}`,
    },
  ];
  let config: Config;
  try {
    config = configOf(options);
  } catch (thrown) {
    return [...findings, fault("configuration", thrown)];
  }
  findings.push(configurationFinding(config, options), ...settingFindings(config));
  for (const source of config.sources) findings.push(...sourceFindings(source, config));
  findings.push(...doubledIds(config), ...(await logFindings(config)), ...tokenFindings(config));
  const overlap = overlapOf(config, options.roots ?? []);
  if (overlap !== null)
    findings.push({ subject: "sources", state: "fault", text: `${overlap.message}; ${overlap.hint ?? ""}` });
  return findings;
}

function fault(subject: string, thrown: unknown): Finding {
  if (!(thrown instanceof ReadbackError)) throw thrown;
  const { cause, message, hint } = thrown;
  const text = cause instanceof ManifestFault ? cause.message : message;
  return {
    subject,
    state: "fault",
    text: hint === undefined || cause !== undefined ? text : `${text}; ${hint}`,
  };
}

function configurationFinding(config: Config, options: ConfiguredOptions): Finding {
  const subject = "configuration";
  if (config.file === null)
    return { subject, state: "note", text: `none; the usual place is ${defaultConfigPath()}` };
  const origin =
    options.config !== undefined
      ? "named in the call"
      : (process.env["READBACK_CONFIG"] ?? "") === ""
        ? "the usual place"
        : "named by READBACK_CONFIG";
  const count = config.sources.length;
  return {
    subject,
    state: "ok",
    text: `${config.file} (${origin}), ${count} ${count === 1 ? "source" : "sources"}`,
  };
}

const LOG_SETTINGS = {
  READBACK_TAIL_BYTES: "tailBytes",
  READBACK_SEARCH_BYTES: "searchBytes",
  READBACK_SEARCH_MS: "searchMs",
  READBACK_MAX_LINE: "maxLine",
} as const;

function settingFindings(config: Config): Finding[] {
  const subject = "settings";
  try {
    const readers = readersSetting(config);
    const bytes = config.limits.libraryDocumentBytes;
    const logs = logSettings();
    const from = (name: string): string =>
      (process.env[name] ?? "").trim() === "" ? "default" : `environment, ${name}`;
    const state = (process.env["READBACK_STATE"] ?? "") === "" ? "configuration or default" : "environment";
    return [
      `readers: ${readers.value} (${readers.origin})`,
      `largest library document: ${bytes} bytes (${bytes === LIBRARY_DOCUMENT_BYTES ? "default" : "configuration"})`,
      `state folder: ${config.stateFolder} (${state})`,
      ...Object.entries(LOG_SETTINGS).map(([name, key]) => `log ${key}: ${logs[key]} (${from(name)})`),
    ].map((text) => ({ subject, state: "ok", text }));
  } catch (thrown) {
    return [fault(subject, thrown)];
  }
}

function sourceFindings(source: SourceConfig, config: Config): Finding[] {
  const subject = `source ${source.key}`;
  let root: Root;
  try {
    root = openRoot(source.key, source.root);
  } catch (thrown) {
    return [{ ...fault(subject, thrown), text: `${source.root}: the folder cannot be opened` }];
  }
  try {
    const facts = `${source.root}, secrets: ${source.secrets}, containment: ${root.pathCheck}`;
    const own: Finding = { subject, state: source.secrets === "off" ? "note" : "ok", text: facts };
    if (source.manifest === null) return [own];
    return [own, ...manifestFindings(root, source.key, source.manifest, config)];
  } finally {
    root.close();
  }
}

function manifestFindings(root: Root, key: string, manifest: string, config: Config): Finding[] {
  const subject = `library ${key}`;
  try {
    const records = readManifest(root, manifest);
    const readers = records.filter(({ access }) => access === "reader").length;
    const broken = records.flatMap((record): Finding[] => {
      try {
        const original = openOriginal(root, record.path);
        const { size } = original.identity;
        original.close();
        if (size <= BigInt(config.limits.libraryDocumentBytes)) return [];
        return [{ subject, state: "fault", text: `document \`${record.id}\`: too large, ${size} bytes` }];
      } catch (thrown) {
        const found = fault(subject, thrown);
        return [{ ...found, text: `document \`${record.id}\`: ${found.text}` }];
      }
    });
    const count = `${records.length} documents, ${readers} of them for readers`;
    return [{ subject, state: "ok", text: `${manifest}: ${count}` }, ...broken];
  } catch (thrown) {
    return [fault(subject, thrown)];
  }
}

/** Ids that two libraries use: the first one has them. */
function doubledIds(config: Config): Finding[] {
  const owners = new Map<string, string>();
  const findings: Finding[] = [];
  for (const { key, root: path, manifest } of config.sources) {
    if (manifest === null) continue;
    try {
      const root = openRoot(key, path);
      try {
        for (const { id } of readManifest(root, manifest)) {
          const owner = owners.get(id);
          if (owner === undefined) owners.set(id, key);
          else
            findings.push({
              subject: `library ${key}`,
              state: "fault",
              text: `the id \`${id}\` belongs to the library \`${owner}\` already; this document is not served`,
            });
        }
      } finally {
        root.close();
      }
    } catch (thrown) {
      // Told with its library.
      if (!(thrown instanceof ReadbackError)) throw thrown;
    }
  }
  return findings;
}

async function logFindings(config: Config): Promise<Finding[]> {
  const logs = configuredLogs(config.sources);
  if (logs.length === 0) return [];
  const service = createLogGroups(logs);
  const findings: Finding[] = [];
  try {
    for (const { name, path } of logs) {
      const subject = `log ${name}`;
      try {
        const { version } = await service.tail({ log: name, lines: 1 });
        findings.push({ subject, state: "ok", text: `${path}, ${version.size} bytes` });
      } catch (thrown) {
        findings.push(fault(subject, thrown));
      }
    }
  } finally {
    service.close();
  }
  return findings;
}

function tokenFindings(config: Config): Finding[] {
  const subject = "tokens";
  try {
    const { size } = readTokens(config.http.tokensFile);
    if (size === 0) return [{ subject, state: "note", text: "none: HTTP is served on loopback only" }];
    return [{ subject, state: "ok", text: `${size} bearer ${size === 1 ? "token" : "tokens"}` }];
  } catch (thrown) {
    return [fault(subject, thrown)];
  }
}
