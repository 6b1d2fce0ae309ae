/**
 * What a tool is. One file for each tool in `tools/`; `tools/index.ts` lists them. Everything that all tools share (checking arguments,
 * errors, sizes, progress, cancellation) happens in `call.ts`.
 */

import type { z } from "zod";
import type { Wire } from "../model/wire.ts";
import type { Role } from "../model/library-answer.ts";
import type { FileService } from "../services/files.ts";
import type { LibraryService } from "../services/library.ts";
import type { LogService } from "../services/logs.ts";
import type { OriginalsService } from "../services/originals.ts";
import { parseArguments } from "./arguments.ts";

/** How much of the tool set a host shows its model: small models choose better among few tools. */
export const PROFILES = ["small", "default", "full"] as const;
export type Profile = (typeof PROFILES)[number];

/** What there is to serve. A tool whose service is absent is not offered. */
export interface Services {
  readonly files?: FileService;
  readonly logs?: LogService;
  readonly library?: LibraryService;
  readonly originals?: OriginalsService;
}

export interface ToolContext {
  readonly services: Services;
  /** Decided anew for each request. */
  readonly role: Role;
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
  /** For the small profile, in fewer words. */
  readonly smallDescription?: string;
  readonly profiles: readonly Profile[];
  /** The service that it works with. */
  readonly needs: keyof Services;
  readonly annotations: Annotations;
  /** Strict objects. */
  input(profile: Profile): z.ZodObject;
  readonly output: z.ZodObject;
  /** How deep clients are told the output, where not as deep as usual. */
  readonly toldDepth?: number;
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

/** The tool's own service, which is there whenever the tool is offered. */
export function serviceFor<Name extends keyof Services>(
  context: ToolContext,
  name: Name,
): NonNullable<Services[Name]> {
  const service = context.services[name];
  if (service === undefined) throw new Error(`a tool was offered without its service: ${name}`);
  return service;
}
