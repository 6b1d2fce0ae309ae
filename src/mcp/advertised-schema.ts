/**
 * A tool's schemas as clients are told them: every word of them is paid for in each conversation, so what is nested is told by its types only,
 * and what is nested deep in an answer by "object". What is checked here is always the whole strict schema.
 *
 * Guarantees: what the strict schema takes, the told one takes too. Not covered: the other way round.
 */

import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import type { z } from "zod";

type Json = Readonly<Record<string, unknown>>;
type Told = StandardSchemaWithJSON<unknown, unknown>;

/** Taking anything: the call itself judges, and answers in the form of every other error. */
export function toldInput(schema: z.ZodObject, bounds = true): Told {
  return told((options) => {
    const whole = shortened(schema["~standard"].jsonSchema.input(options), 1, Infinity);
    return bounds ? whole : withoutBounds(whole);
  });
}

const BOUNDS = new Set(["minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"]);

/** Sizes of a flat object's options, which a small model pays for and does not heed: the call itself refuses what is out of bounds. */
function withoutBounds(schema: Record<string, unknown>): Record<string, unknown> {
  const bare = (value: unknown): unknown =>
    isJson(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([key, item]) => (BOUNDS.has(key) ? [] : [[key, bare(item)]])),
        )
      : value;
  const { properties, ...rest } = schema;
  if (!isJson(properties)) return schema;
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, bare(field)])),
  };
}

/** Objects below this depth are told as "object": the answer and its entries are told key by key. */
const OUTPUT_DEPTH = 2;

export function toldOutput(schema: z.ZodObject, deepest = OUTPUT_DEPTH): Told {
  return told((options) => shortened(schema["~standard"].jsonSchema.output(options), 1, deepest));
}

type Convert = Told["~standard"]["jsonSchema"]["input"];

function told(convert: Convert): Told {
  const jsonSchema = { input: convert, output: convert };
  return { "~standard": { version: 1, vendor: "readback", validate: (value) => ({ value }), jsonSchema } };
}

const KEPT_WHEN_NESTED = new Set([
  "type",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "const",
  "anyOf",
]);

function shortened(schema: Json, depth: number, deepest: number): Record<string, unknown> {
  if (schema["type"] === "object" && depth > deepest) return { type: "object" };
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "$schema" || key === "propertyNames" || (depth > 2 && !KEPT_WHEN_NESTED.has(key))) continue;
    if (key === "properties" && isJson(value)) {
      const entries = Object.entries(value).filter((entry): entry is [string, Json] => isJson(entry[1]));
      out[key] = Object.fromEntries(
        entries.map(([name, field]) => [name, shortened(field, depth + 1, deepest)]),
      );
    } else if (key === "type" && Array.isArray(value)) {
      // A list of types is legal and not portable.
      out["anyOf"] = value.map((type: unknown) => ({ type }));
    } else if (key === "items" && isJson(value)) out[key] = shortened(value, depth, deepest);
    else out[key] = value;
  }
  return out;
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
