/**
 * A tool call's arguments, checked against the tool's strict schema.
 *
 * Guarantees: an option that the tool does not have is refused by name, not ignored; whole numbers may come as text ("100"), and `null` counts
 * as "not given", as small models send both; what is wrong is told in our own sentence as `invalid_request`.
 */

import { z } from "zod";
import { ReadbackError } from "../model/errors.ts";

export function parseArguments<Input extends z.ZodObject>(
  schema: Input,
  given: unknown,
  tool: string,
): z.output<Input> {
  const result = schema.safeParse(tolerated(schema, given ?? {}));
  if (result.success) return result.data;
  // A made-up option explains more than what is missing because of it.
  const { issues } = result.error;
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  if (issue === undefined) throw new ReadbackError("invalid_request", "the arguments cannot be read");
  throw new ReadbackError("invalid_request", sentence(issue, given, tool), { hint: hint(schema, issue) });
}

/** Text for whole numbers becomes a number, `null` for an option that may be absent goes away; all else stays for the schema to judge. */
function tolerated(schema: z.core.$ZodType, value: unknown): unknown {
  const inner = withoutOptional(schema);
  if (inner instanceof z.ZodNumber)
    return typeof value === "string" && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value;
  if (inner instanceof z.ZodArray) {
    const { element } = inner;
    return Array.isArray(value) ? value.map((item) => tolerated(element, item)) : value;
  }
  if (!(inner instanceof z.ZodObject) || typeof value !== "object" || value === null || Array.isArray(value))
    return value;
  const kept: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const field = Object.hasOwn(inner.shape, key) ? inner.shape[key] : undefined;
    if (field === undefined) kept.push([key, item]);
    else if (item !== null || !(field instanceof z.ZodOptional)) kept.push([key, tolerated(field, item)]);
  }
  return Object.fromEntries(kept);
}

function withoutOptional(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional ? withoutOptional(schema.unwrap()) : schema;
}

type Issue = z.core.$ZodIssue;

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a whole number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

function sentence(issue: Issue, given: unknown, tool: string): string {
  const name = optionName(issue.path);
  switch (issue.code) {
    case "unrecognized_keys":
      return `${quoted([...issue.path, issue.keys[0] ?? ""])} is not an option of \`${tool}\``;
    case "invalid_type":
      return valueAt(given, issue.path) === undefined
        ? `${name} must be given`
        : `${name} must be ${KINDS[issue.expected] ?? "of another kind"}`;
    case "too_small":
      return `${name} must ${bound(issue.origin, "at least", Number(issue.minimum))}`;
    case "too_big":
      return `${name} must ${bound(issue.origin, "at most", Number(issue.maximum))}`;
    case "invalid_value":
      return `${name} must be one of ${issue.values.map((value) => `\`${String(value)}\``).join(", ")}`;
    default:
      return `${name} cannot be read`;
  }
}

function bound(origin: string, most: string, number: number): string {
  const thing = { array: "item", string: "character" }[origin];
  return thing === undefined
    ? `be ${most} ${number}`
    : `hold ${most} ${number} ${thing}${number === 1 ? "" : "s"}`;
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined),
    given,
  );
}

function hint(schema: z.ZodObject, issue: Issue): string | undefined {
  if (issue.code !== "unrecognized_keys") return undefined;
  let at: z.core.$ZodType | undefined = schema;
  for (const step of issue.path) {
    const inner: z.core.$ZodType | undefined = at === undefined ? undefined : withoutOptional(at);
    at =
      inner instanceof z.ZodArray
        ? inner.element
        : inner instanceof z.ZodObject
          ? inner.shape[String(step)]
          : undefined;
  }
  const inner = at === undefined ? undefined : withoutOptional(at);
  if (!(inner instanceof z.ZodObject)) return undefined;
  return `the options are ${Object.keys(inner.shape)
    .map((key) => `\`${key}\``)
    .join(", ")}`;
}

function optionName(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "the arguments" : quoted(path);
}

/** A caller's own words are repeated only as far as they look like a name. */
function quoted(path: readonly PropertyKey[]): string {
  const text = path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");
  return /^[\w.[\]-]{1,60}$/.test(text) ? `\`${text}\`` : "a given name";
}
