/**
 * The configured logs of all sources as one service, though their sources keep back secrets in different ways.
 *
 * Guarantees: every log is read with its own source's policy; a name that several sources use is `SOURCE.NAME` for each of them.
 */

import type { SecretPolicy } from "../model/answer.ts";
import type { SourceConfig } from "../catalog/config.ts";
import { createLogService } from "./logs.ts";
import type { LogService, NamedLogs } from "./logs.ts";

export interface ConfiguredLog {
  readonly name: string;
  readonly source: string;
  readonly root: string;
  readonly path: string;
  readonly secrets: SecretPolicy;
}

export function configuredLogs(sources: readonly SourceConfig[]): readonly ConfiguredLog[] {
  const all = sources.flatMap((source) =>
    Object.entries(source.logs).map(([name, path]) => ({
      name,
      source: source.key,
      root: source.root,
      path,
      secrets: source.secrets,
    })),
  );
  return all.map((log) =>
    all.some((other) => other !== log && other.name === log.name)
      ? { ...log, name: `${log.source}.${log.name}` }
      : log,
  );
}

/** `roots`: folders in which a log may also be named by its path. Their secrets are redacted. */
export function createLogGroups(
  logs: readonly ConfiguredLog[],
  { roots, personal }: { readonly roots?: readonly string[]; readonly personal?: boolean } = {},
): LogService {
  const named = (wanted: readonly ConfiguredLog[]): NamedLogs =>
    Object.fromEntries(wanted.map(({ name, root, path }) => [name, { root, path }]));
  const policies = [...new Set(logs.map(({ secrets }) => secrets))];
  const byPath = {
    ...(roots === undefined ? {} : { roots }),
    ...(personal === undefined ? {} : { personal }),
  };
  if (policies.every((policy) => policy === "redact"))
    return createLogService({ logs: named(logs), ...byPath });
  const groups = policies.map((policy) =>
    createLogService({ logs: named(logs.filter(({ secrets }) => secrets === policy)), policy }),
  );
  // Answers for paths, and for names that are none: it knows all names and is never asked to read a named log.
  const all = createLogService({ logs: named(logs), ...byPath });
  const [first, second] = logs;
  const single = second === undefined ? first?.name : undefined;
  const serviceOf = (log: string | undefined): LogService => {
    const name = log ?? single;
    return groups.find((group) => name !== undefined && group.names.includes(name)) ?? all;
  };
  return {
    names: logs.map(({ name }) => name),
    policy: all.policy,
    tail: async (request, options) => serviceOf(request.log).tail(request, options),
    search: async (request, options) => serviceOf(request.log).search(request, options),
    levels: async (request, options) => serviceOf(request.log).levels(request, options),
    place: (log) => serviceOf(log).place(log),
    close: () => {
      for (const service of [...groups, all]) service.close();
    },
  };
}
