/**
 * From a token, a path or a citation's source and path to one opened original, checked anew for each use.
 *
 * Guarantees: media are refused by name before anything is opened, and by their first bytes before anything is hashed; of a token root commitment
 * (`root_changed`), containment (`outside_sources`), size and modification time (`candidate_changed`) are compared with what stands there now.
 * Sources are opened for one use each, so that one mounted again is found again. Not covered: the bytes, which whoever reads them seals.
 */

import type { SecretPolicy } from "../model/answer.ts";
import { ReadbackError } from "../model/errors.ts";
import { refuseMediaName } from "../model/media.ts";
import type { Target } from "../model/original-answer.ts";
import { decodeToken } from "../model/token.ts";
import type { Candidate } from "../model/token.ts";
import { openFor, PERSONAL } from "../fs/access.ts";
import type { Original, Root } from "../fs/interfaces.ts";
import { openOriginal } from "../fs/original.ts";
import { resolveInRoots } from "../fs/resolve.ts";
import { rootDigest } from "../fs/root-digest.ts";
import { openRoot } from "../fs/root.ts";
import { refuseMediaContent } from "../reading/media.ts";

export interface OriginalSource {
  readonly key: string;
  /** Absolute, or relative to the working folder. */
  readonly path: string;
  readonly policy?: SecretPolicy;
}

export interface Lent {
  readonly original: Original;
  /** Null for a person's own path. */
  readonly key: string | null;
  readonly policy: SecretPolicy;
  readonly candidate: Candidate | null;
}

const DISCOVER_AGAIN = "discover the file again and use its new token";

export class OriginalAccess {
  readonly sources: readonly OriginalSource[];
  readonly #personal: boolean;

  constructor(sources: readonly OriginalSource[], personal: boolean) {
    this.sources = sources;
    this.#personal = personal;
  }

  /** Lends the original to `work` and closes it however that ends. */
  async lend<T>(target: Target, work: (lent: Lent) => Promise<T>): Promise<T> {
    const roots: Root[] = [];
    let original: Original | undefined;
    try {
      const lent = this.#open(target, roots);
      ({ original } = lent);
      refuseMediaContent(original);
      return await work(lent);
    } finally {
      original?.close();
      for (const root of roots) root.close();
    }
  }

  policyOf(key: string): SecretPolicy {
    return this.sources.find((source) => source.key === key)?.policy ?? "redact";
  }

  source(key: string): OriginalSource {
    const source = this.sources.find((known) => known.key === key);
    if (source === undefined)
      throw new ReadbackError("unavailable", "the source is not available", {
        hint: "the sources are the folders of the configuration and of the call",
      });
    return source;
  }

  #open(target: Target, roots: Root[]): Lent {
    if ("token" in target) return this.#byToken(decodeToken(target.token), roots);
    const { path } = target;
    if (path === "") throw new ReadbackError("invalid_request", "`path` must not be empty");
    refuseMediaName(path);
    if ("source" in target) {
      const { key, path: folder } = this.source(target.source);
      const root = openRoot(key, folder);
      roots.push(root);
      return this.#lent(openOriginal(root, path), key, null);
    }
    if (this.#personal) {
      const { original, key } = openFor(PERSONAL, path);
      return this.#lent(original, key, null);
    }
    return this.#byPath(path, roots);
  }

  #byPath(path: string, roots: Root[]): Lent {
    let offline: ReadbackError | undefined;
    for (const source of this.sources) {
      try {
        roots.push(openRoot(source.key, source.path));
      } catch (thrown) {
        if (!(thrown instanceof ReadbackError) || thrown.code !== "source_offline") throw thrown;
        offline ??= thrown;
      }
    }
    try {
      const { root, relativePath } = resolveInRoots(roots, path);
      return this.#lent(openOriginal(root, relativePath), root.key, null);
    } catch (thrown) {
      // It may be in the source that is not there: nothing is concluded about it.
      const notFound =
        thrown instanceof ReadbackError && (thrown.code === "missing" || thrown.code === "outside_sources");
      throw notFound && offline !== undefined ? offline : thrown;
    }
  }

  #byToken(candidate: Candidate, roots: Root[]): Lent {
    refuseMediaName(candidate.path);
    const { key, path } = this.source(candidate.source);
    const root = openRoot(key, path);
    roots.push(root);
    if (rootDigest(root.commitment()) !== candidate.root)
      throw new ReadbackError(
        "root_changed",
        `the folder of the source \`${key}\` is not the one that the token was made in`,
        { hint: DISCOVER_AGAIN },
      );
    const lent = this.#lent(openOriginal(root, candidate.path), key, candidate);
    const { size, mtimeNs } = lent.original.identity;
    const what =
      size !== BigInt(candidate.size)
        ? "its size"
        : mtimeNs !== candidate.mtimeNs
          ? "its modification time"
          : null;
    if (what === null) return lent;
    lent.original.close();
    throw new ReadbackError("candidate_changed", `the file changed since it was discovered: ${what}`, {
      hint: DISCOVER_AGAIN,
    });
  }

  #lent(original: Original, key: string | null, candidate: Candidate | null): Lent {
    return { original, key, policy: key === null ? "redact" : this.policyOf(key), candidate };
  }
}
