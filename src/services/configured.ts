/**
 * The services of a configuration: its sources become the roots of reading, its logs and manifests the logs and libraries.
 *
 * Guarantees: a folder named in the call must be there; a configured source whose folder is missing is told on stderr and left out of file
 * reading, and the others go on working; the folder of a library is never a root of file reading, where hidden documents would be files like
 * any other.
 */

import { isAbsolute, relative, sep } from "node:path";
import { emptyConfig, loadConfig } from "../catalog/config.ts";
import type { Config } from "../catalog/config.ts";
import type { SecretPolicy } from "../model/answer.ts";
import { ReadbackError } from "../model/errors.ts";
import { openRoot } from "../fs/root.ts";
import { namedRoots } from "../fs/access.ts";
import type { NamedRoot } from "../fs/access.ts";
import { createFileService } from "./files.ts";
import type { FileService } from "./files.ts";
import { createLibraryService } from "./library.ts";
import type { LibraryService } from "./library.ts";
import type { Report } from "./library-source.ts";
import { configuredLogs, createLogGroups } from "./log-groups.ts";
import type { LogService } from "./logs.ts";
import type { OriginalSource } from "./original-access.ts";
import { createOriginalsService } from "./originals.ts";
import type { OriginalsService } from "./originals.ts";
import { readersSetting } from "./settings.ts";

export interface ConfiguredServices {
  readonly config: Config;
  /** Absent where there is no folder to read in. */
  readonly files?: FileService;
  /** Absent where there is neither a configured log nor a folder. */
  readonly logs?: LogService;
  /** Absent where no source has a manifest. */
  readonly library?: LibraryService;
  /** Absent where there is neither a folder nor a configured source. */
  readonly originals?: OriginalsService;
  close(): void;
}

export interface ConfiguredOptions {
  /** A configuration file; `READBACK_CONFIG` or the user's own without it. */
  readonly config?: string | undefined;
  /** Folders that reading is allowed in, beside the configured sources. */
  readonly roots?: readonly string[];
  /** True where everyone who is served may see all documents of the libraries. */
  readonly editorsOnly?: boolean;
}

/** Folders named in a call are the whole of it, unless a configuration is named too: the user's usual one does not widen them. */
export function configOf(options: ConfiguredOptions): Config {
  const named = options.config ?? process.env["READBACK_CONFIG"];
  if ((named ?? "") === "" && (options.roots ?? []).length > 0) return emptyConfig();
  return loadConfig(options.config);
}

export function libraryOf(config: Config, report?: Report): LibraryService | undefined {
  const libraries = config.sources.flatMap(({ key, root, manifest, secrets }) =>
    manifest === null ? [] : [{ key, root, manifest, secrets }],
  );
  return libraries.length === 0
    ? undefined
    : createLibraryService({
        libraries,
        documentBytes: config.limits.libraryDocumentBytes,
        ...(report === undefined ? {} : { report }),
      });
}

export function openConfigured(options: ConfiguredOptions): ConfiguredServices {
  const config = configOf(options);
  const overlap = options.editorsOnly === true ? null : overlapOf(config, options.roots ?? []);
  if (overlap !== null) throw overlap;
  const roots: (string | NamedRoot)[] = [...(options.roots ?? [])];
  const policies = new Map<string, SecretPolicy>();
  for (const source of config.sources.filter(({ manifest }) => manifest === null)) {
    if (!isThere(source.key, source.root)) continue;
    roots.push({ key: source.key, path: source.root });
    policies.set(source.key, source.secrets);
  }
  const readers = readersSetting(config).value;
  const files = roots.length === 0 ? undefined : createFileService({ roots, policies, readers });
  const named = configuredLogs(config.sources);
  const redacting = roots.flatMap((root) =>
    typeof root === "string" ? [root] : policies.get(root.key) === "redact" ? [root.path] : [],
  );
  const logs =
    named.length === 0 && redacting.length === 0
      ? undefined
      : createLogGroups(named, redacting.length === 0 ? {} : { roots: redacting });
  const library = libraryOf(config);
  const sources = originalSourcesOf(config, options.roots ?? []);
  const originals = sources.length === 0 ? undefined : createOriginalsService({ sources, readers });
  return {
    config,
    ...(files === undefined ? {} : { files }),
    ...(logs === undefined ? {} : { logs }),
    ...(library === undefined ? {} : { library }),
    ...(originals === undefined ? {} : { originals }),
    close: () => {
      files?.close();
      logs?.close();
      library?.close();
      originals?.close();
    },
  };
}

/**
 * The sources of originals: folders of the call and of the configuration, with the same keys as in file reading. A configured source whose folder is
 * missing stays one: it is told as offline, and found when it is back.
 */
export function originalSourcesOf(config: Config, named: readonly string[]): OriginalSource[] {
  const configured = config.sources.filter(({ manifest }) => manifest === null);
  const policies = new Map(configured.map(({ key, secrets }) => [key, secrets]));
  const roots = [...named, ...configured.map(({ key, root }) => ({ key, path: root }))];
  return namedRoots(roots).map(({ key, path }, index) => {
    const policy = index < named.length ? undefined : policies.get(key);
    return { key, path, ...(policy === undefined ? {} : { policy }) };
  });
}

/** A folder of file reading that holds a library, or lies in one, would show what the library's manifest hides from readers. */
export function overlapOf(config: Config, named: readonly string[]): ReadbackError | null {
  const folders = [
    ...named.map((path) => ({ name: "a folder named in the call", path: realPath(path) })),
    ...config.sources
      .filter(({ manifest }) => manifest === null)
      .map(({ key, root }) => ({ name: `the source \`${key}\``, path: realPath(root) })),
  ];
  for (const library of config.sources.filter(({ manifest }) => manifest !== null)) {
    const place = realPath(library.root);
    const overlapping = folders.find(({ path }) => holds(path, place) || holds(place, path));
    if (overlapping !== undefined)
      return new ReadbackError(
        "invalid_request",
        `${overlapping.name} and the library \`${library.key}\` share files: reading by path would show what the manifest hides`,
        {
          hint: "keep the library in a folder of its own, or serve editors only (`--role editor` over stdio)",
        },
      );
  }
  return null;
}

function holds(folder: string | null, path: string | null): boolean {
  if (folder === null || path === null) return false;
  const inside = relative(folder, path);
  return inside === "" || (inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside));
}

/** Null where the folder is not there: then nothing of it can be read either. */
function realPath(path: string): string | null {
  try {
    const root = openRoot("folder", path);
    const { realPath: real } = root.commitment();
    root.close();
    return real;
  } catch (thrown) {
    if (!(thrown instanceof ReadbackError)) throw thrown;
    return null;
  }
}

function isThere(key: string, path: string): boolean {
  try {
    openRoot(key, path).close();
    return true;
  } catch (thrown) {
    if (!(thrown instanceof ReadbackError)) throw thrown;
    process.stderr.write(`readback: source ${key}: ${thrown.message}; files of it cannot be read\n`);
    return false;
  }
}
