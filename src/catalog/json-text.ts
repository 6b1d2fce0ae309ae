/**
 * JSON with the place of every fault: line and column of what cannot be parsed, of a key that stands twice in one object, and of a value
 * that does not fit the schema.
 */

import { evaluate, parse } from "@humanwhocodes/momoa";
import type { AnyNode, DocumentNode } from "@humanwhocodes/momoa";
import type { z } from "zod";

export interface Fault {
  /** "line 3, column 7", with the key path where there is one: "line 3, column 7 (sources.contracts.root)". */
  readonly place: string;
  readonly problem: string;
}

export type Judged<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly Fault[] };

const FAULTS_MAX = 20;

export function judgeJson<T>(text: string, schema: z.ZodType<T>): Judged<T> {
  let document: DocumentNode;
  try {
    document = parse(text, { mode: "json" });
  } catch (thrown) {
    const { line, column } = thrown as { line?: number; column?: number };
    return {
      ok: false,
      faults: [
        { place: `line ${line ?? 1}, column ${column ?? 1}`, problem: "the JSON cannot be parsed here" },
      ],
    };
  }
  const twice = doubledKeys(document.body, []);
  if (twice.length > 0) return { ok: false, faults: twice.slice(0, FAULTS_MAX) };
  const judged = schema.safeParse(evaluate(document));
  if (judged.success) return { ok: true, value: judged.data };
  return {
    ok: false,
    faults: judged.error.issues.slice(0, FAULTS_MAX).map((issue) => ({
      place: placeOf(document.body, issue.path.map(String)),
      problem: issue.message,
    })),
  };
}

/** Of two equal keys most readers take the later one silently. */
function doubledKeys(node: AnyNode, path: readonly string[]): Fault[] {
  if (node.type === "Array")
    return node.elements.flatMap((element, index) => doubledKeys(element.value, [...path, String(index)]));
  if (node.type !== "Object") return [];
  const seen = new Set<string>();
  return node.members.flatMap((member) => {
    const name = member.name.type === "String" ? member.name.value : member.name.name;
    const faults = doubledKeys(member.value, [...path, name]);
    if (seen.has(name))
      faults.push({
        place: spot(member.loc.start, [...path, name]),
        problem: "the key stands twice in one object",
      });
    seen.add(name);
    return faults;
  });
}

function placeOf(root: AnyNode, path: readonly string[]): string {
  let node: AnyNode = root;
  for (const step of path) {
    let next: AnyNode | undefined;
    if (node.type === "Object")
      next = node.members.find(
        (member) => (member.name.type === "String" ? member.name.value : member.name.name) === step,
      )?.value;
    else if (node.type === "Array") next = node.elements[Number(step)]?.value;
    if (next === undefined) break;
    node = next;
  }
  return spot(node.loc.start, path);
}

function spot(at: { line: number; column: number }, path: readonly string[]): string {
  return `line ${at.line}, column ${at.column}${path.length === 0 ? "" : ` (${path.join(".")})`}`;
}
