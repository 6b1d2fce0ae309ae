/**
 * Relationships between parts (Open Packaging Conventions: ECMA-376 part 2, section 6.5).
 *
 * Guarantees: targets inside the package are resolved to part names without leaving it; targets outside, also those that only look internal, are marked and
 * never followed. Relative targets resolve against the folder of the part that owns them; `..` above the root stays at the root.
 */

import type { ExtractOptions } from "../../model/unit.ts";
import type { Relationship } from "./interfaces.ts";
import { parseXml } from "./xml.ts";

export function relationshipsPartOf(part: string): string {
  const slash = part.lastIndexOf("/");
  return `${part.slice(0, slash + 1)}_rels/${part.slice(slash + 1)}.rels`;
}

export async function parseRelationships(
  chunks: AsyncIterable<Uint8Array>,
  owner: string,
  options: ExtractOptions,
  find: (part: string) => string | undefined,
): Promise<readonly Relationship[]> {
  const found: Relationship[] = [];
  await parseXml(
    chunks,
    {
      open(name, attributes) {
        if (name !== "Relationship") return;
        const { Id: id, Type: type = "", Target: target, TargetMode: mode } = attributes;
        if (id === undefined || target === undefined) return;
        const external =
          mode?.toLowerCase() === "external" || /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/\/|\\\\)/.test(target);
        found.push({
          id,
          type: type.slice(type.lastIndexOf("/") + 1),
          target: external ? target : resolveTarget(owner, target, find),
          external,
        });
      },
    },
    options,
    relationshipsPartOf(owner),
  );
  return found;
}

function resolveTarget(owner: string, target: string, find: (part: string) => string | undefined): string {
  const path = (target.split("#", 1)[0] ?? "").replaceAll("\\", "/");
  const folder = path.startsWith("/") ? "" : owner.slice(0, owner.lastIndexOf("/") + 1);
  const name = withoutDots(folder + path);
  const decoded = percentDecoded(name);
  return find(name) ?? find(decoded) ?? decoded;
}

function withoutDots(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") kept.pop();
    else if (segment !== "." && segment !== "") kept.push(segment);
  }
  return kept.join("/");
}

function percentDecoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
