/** What a contained reader is given and what it sends back. Structured clone carries it, bigints included. */

import type { ReadOutcome, SecretPolicy } from "../../model/answer.ts";
import type { Limits } from "../../model/budget.ts";
import type { ErrorFacts } from "../../model/errors.ts";
import type { ReadRequest } from "../../model/request.ts";
import type { FileIdentity, PathCheck } from "../../model/version.ts";

export interface Job {
  readonly handOver: { readonly path: string; readonly identity: FileIdentity };
  readonly name: string;
  readonly relativePath: string;
  readonly pathCheck: PathCheck;
  readonly request: ReadRequest;
  /** Milliseconds. */
  readonly ms: number;
  readonly policy: SecretPolicy;
  readonly limits?: Limits;
}

export type ToHost =
  | { readonly kind: "job"; readonly id: number; readonly job: Job }
  | { readonly kind: "cancel"; readonly id: number };

export type FromHost =
  | { readonly kind: "progress"; readonly id: number; readonly done: number; readonly total: number | null }
  | { readonly kind: "done"; readonly id: number; readonly entry: ReadOutcome }
  | { readonly kind: "failed"; readonly id: number; readonly error: ErrorFacts; readonly stack?: string }
  | { readonly kind: "cancelled"; readonly id: number };
