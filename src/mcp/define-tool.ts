/**
 * What a tool is. One file for each tool in `tools/`; `tools/index.ts` lists them. Everything that all tools share (checking arguments,
 * errors, sizes, progress, cancellation) happens in `call.ts`.
 */

import type { z } from "zod";
import type { Wire } from "../model/wire.ts";
import type { FileService } from "../services/files.ts";
import { parseArguments } from "./arguments.ts";

/** How much of the tool set a host shows its model: small models choose better among few tools. */
export const PROFILES = ["small", "default", "full"] as const;
export type Profile = (typeof PROFILES)[number];

export interface Services {
  readonly files: FileService;
}

export interface ToolContext {
  readonly services: Services;
  readonly signal: AbortSignal;
  /** Told to the client only if it asked for progress. */
  readonly onProgress: (done: number, total: number | null) => void;
}

/** All four are always said: the protocol's defaults are the dangerous ones. */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export const READ_ONLY: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** At most 300 characters: when to use it, and what an incomplete answer means. */
  readonly description: string;
  readonly profiles: readonly Profile[];
  readonly annotations: Annotations;
  /** Strict objects. */
  input(profile: Profile): z.ZodObject;
  readonly output: z.ZodObject;
  run(input: unknown, profile: Profile, context: ToolContext): Promise<Wire>;
}

interface ToolDefinition<Input extends z.ZodObject> extends Omit<Tool, "input" | "run"> {
  readonly input: Input;
  /** A simpler input for the small profile; every value of it is a value of `input` too. */
  readonly smallInput?: z.ZodObject;
  /** Gives the value of `output`, or throws a coded error. */
  readonly run: (input: z.output<Input>, context: ToolContext) => Promise<Wire>;
}

export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { input, smallInput, run, ...rest } = definition;
  const inputFor = (profile: Profile): z.ZodObject => (profile === "small" ? (smallInput ?? input) : input);
  return {
    ...rest,
    input: inputFor,
    run: async (given, profile, context) => {
      const checked = parseArguments(inputFor(profile), given, rest.name);
      return run(input.parse(checked), context);
    },
  };
}
