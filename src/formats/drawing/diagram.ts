/**
 * The words of a SmartArt diagram, from its data part. Source: ECMA-376 part 1, 21.4.3 (data model).
 *
 * Guarantees: every point with text once, in the order of the diagram's tree; points that no connection names come last, in file order.
 * Not covered: the drawing part, which repeats the words as they were last laid out; prompts of empty points, which are no content.
 */

import type { ExtractOptions } from "../../model/unit.ts";
import { withoutAlternates } from "../container/alternate-content.ts";
import { parseXml } from "../container/xml.ts";
import { TextBody } from "./text-body.ts";

export interface DiagramText {
  readonly text: string;
  /** Descriptions of the diagram's own shapes. */
  readonly altTexts: readonly string[];
}

interface Connection {
  readonly to: string;
  readonly order: number;
}

export async function readDiagram(
  chunks: AsyncIterable<Uint8Array>,
  options: ExtractOptions,
  partName: string,
): Promise<DiagramText> {
  const body = new TextBody(options.meter);
  const points = new Map<string, string>();
  const connections = new Map<string, Connection[]>();
  const altTexts: string[] = [];
  let root: string | undefined;
  let point = "";
  const events = withoutAlternates({
    open(name, attributes, _selfClosing, namespace) {
      body.open(name, attributes, namespace);
      if (name === "cNvPr" && attributes["descr"]) altTexts.push(attributes["descr"]);
      if (namespace !== "dgm") return;
      const { modelId, type, srcId, destId, srcOrd } = attributes;
      if (name === "pt") {
        point = modelId ?? `${points.size}`;
        if (type === "doc") root ??= point;
      } else if (
        name === "cxn" &&
        (type ?? "parOf") === "parOf" &&
        srcId !== undefined &&
        destId !== undefined
      ) {
        const from = connections.get(srcId) ?? [];
        from.push({ to: destId, order: Number(srcOrd ?? 0) });
        connections.set(srcId, from);
      }
    },
    close(name, namespace) {
      body.close(name, namespace);
      if (name !== "pt" || namespace !== "dgm") return;
      const text = body.take().join("\n");
      if (text !== "") points.set(point, text);
    },
    text: (text) => {
      body.text(text);
    },
  });
  await parseXml(chunks, events, options, partName);
  return { text: inTreeOrder(points, connections, root).join("\n"), altTexts };
}

function inTreeOrder(
  points: Map<string, string>,
  connections: ReadonlyMap<string, readonly Connection[]>,
  root: string | undefined,
): string[] {
  const ordered: string[] = [];
  const seen = new Set<string>();
  const waiting = root === undefined ? [] : [root];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const text = points.get(id);
    if (text !== undefined) ordered.push(text);
    const below = (connections.get(id) ?? []).toSorted((a, b) => b.order - a.order);
    waiting.push(...below.map((connection) => connection.to));
  }
  for (const [id, text] of points) if (!seen.has(id)) ordered.push(text);
  return ordered;
}
