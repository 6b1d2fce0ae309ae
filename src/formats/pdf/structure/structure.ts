/**
 * What the file says of its pages and layers, for comparison with PDFium, which trusts the page tree's `Count` and shows text of layers that
 * are switched off.
 *
 * Source: ISO 32000-1, 7.7.3 (page tree), 8.11.4 (configuring optional content).
 * Guarantees: leaves counted one by one under caps; undefined where the file is not plain enough to be read this way, which says nothing
 * about the file. Never throws for content.
 */

import type { Meter } from "../../../model/budget.ts";
import type { ByteSource } from "../../../model/unit.ts";
import type { Overlay } from "../document.ts";
import { isArray, isDictionary, PdfReference, StructureProblem } from "./lexer.ts";
import type { PdfValue } from "./lexer.ts";
import { nameOf, ObjectStore } from "./object-store.ts";
import { PageContent } from "./page-content.ts";

const NODES_MAX = 2_000_000;
const DEPTH_MAX = 64;
const LEAF_WINDOW = 4096;
/** Nodes between two looks at the clock. */
const NODES_BETWEEN_CHECKS = 4096;

export interface PdfStructure {
  /** Object numbers of the leaves of the page tree in order. */
  readonly leaves: readonly number[];
  /** What the root of the page tree claims. */
  readonly declared: number | undefined;
  /** Stand over each `Count` that is wrong, so that PDFium counts by itself; empty where one of them cannot be reached. */
  readonly corrections: readonly Overlay[];
  /** Whether a layer is off, or may be, when the document is opened. */
  readonly layersOff: boolean;
  /** A page's content streams, looked at without PDFium. */
  readonly content: PageContent;
}

export function readStructure(source: ByteSource, meter: Meter): PdfStructure | undefined {
  try {
    const store = new ObjectStore(source);
    const catalog = store.resolve(store.trailer.get("Root"));
    if (!isDictionary(catalog)) return undefined;
    const root = catalog.get("Pages");
    if (!(root instanceof PdfReference)) return undefined;
    const walk = new PageTreeWalk(store, meter);
    const counted = walk.count(root.number, 0);
    return {
      leaves: walk.leaves,
      declared: counted.declared,
      corrections: walk.unreachable ? [] : walk.corrections,
      layersOff: layersOff(store, catalog.get("OCProperties")),
      content: new PageContent(store),
    };
  } catch (error) {
    if (error instanceof StructureProblem) return undefined;
    throw error;
  }
}

class PageTreeWalk {
  readonly leaves: number[] = [];
  readonly corrections: Overlay[] = [];
  /** A wrong `Count` stands where no overlay reaches: inside an object stream. */
  unreachable = false;
  readonly #store: ObjectStore;
  readonly #meter: Meter;
  readonly #above = new Set<number>();
  #nodes = 0;

  constructor(store: ObjectStore, meter: Meter) {
    this.#store = store;
    this.#meter = meter;
  }

  /** Counts the leaves below a node and notes its `Count` where it differs. */
  count(node: number, depth: number): { readonly declared: number | undefined } {
    if (depth > DEPTH_MAX) throw new StructureProblem("the page tree is too deep");
    const found = this.#store.object(node);
    if (found === undefined || !isDictionary(found.value))
      throw new StructureProblem("a node of the page tree is missing");
    const kids = this.#store.resolve(found.value.get("Kids"));
    const count = this.#store.resolve(found.value.get("Count"));
    const declared = typeof count === "number" ? count : undefined;
    const span = found.lexer.spans.get("Count");
    const before = this.leaves.length;
    this.#above.add(node);
    if (isArray(kids)) for (const kid of kids) this.#kid(kid, depth);
    this.#above.delete(node);
    if (declared === this.leaves.length - before) return { declared };
    if (found.position === undefined || span === undefined || !(typeof found.value.get("Count") === "number"))
      this.unreachable = true;
    else {
      const bytes = new Uint8Array(span.end - span.start).fill(0x20);
      bytes[0] = 0x30;
      this.corrections.push({ position: found.base + span.start, bytes });
    }
    return { declared };
  }

  #kid(kid: PdfValue, depth: number): void {
    this.#nodes += 1;
    if (this.#nodes > NODES_MAX) throw new StructureProblem("the page tree has too many nodes");
    if (this.#nodes % NODES_BETWEEN_CHECKS === 0 && this.#meter.spent())
      throw new StructureProblem("there is no time to count the pages");
    if (!(kid instanceof PdfReference)) {
      if (isDictionary(kid)) this.leaves.push(0);
      return;
    }
    if (this.#above.has(kid.number)) return;
    const place = this.#store.place(kid.number);
    if (place === undefined) return;
    const raw = this.#store.rawBytes(kid.number, place, LEAF_WINDOW);
    const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
    if (place.kind === "file" && Number.parseInt(text.toString("latin1", 0, 16), 10) !== kid.number)
      throw new StructureProblem("another object stands where a page should be");
    if (text.length === LEAF_WINDOW || text.includes("/Kids")) {
      const value = this.#store.object(kid.number)?.value;
      if (isDictionary(value) && value.has("Kids")) {
        this.count(kid.number, depth + 1);
        return;
      }
    }
    this.leaves.push(kid.number);
  }
}

function layersOff(store: ObjectStore, properties: PdfValue | undefined): boolean {
  const layers = store.resolve(properties);
  if (!isDictionary(layers)) return false;
  const configuration = store.resolve(layers.get("D"));
  if (!isDictionary(configuration)) return false;
  const off = store.resolve(configuration.get("OFF"));
  const base = nameOf(store.resolve(configuration.get("BaseState"))) ?? "ON";
  const automatic = store.resolve(configuration.get("AS"));
  return (isArray(off) && off.length > 0) || base !== "ON" || (isArray(automatic) && automatic.length > 0);
}
