/**
 * Screens the units of one document under a policy (specification: answers, section 4).
 *
 * Guarantees: units come back all, in order, each as soon as no secret that is still being read can reach it; a secret that runs over several
 * units is hidden in all of them, its name standing where it starts; `found` and `findings` never hold a value. Every field of a unit that
 * carries text of the file is screened, and the names inside its locator too. `redact` and `refuse` give hidden text (so that nothing
 * leaks before `refuse` throws at the end), `report` and `off` the units as they came.
 * Not covered: secrets that span two regions, two cells, or units that the extractor says do not join.
 */

import type { SecretFinding, SecretPolicy } from "../../model/answer.ts";
import { ReadbackError } from "../../model/errors.ts";
import { locatorText } from "../../model/locator.ts";
import type { Unit } from "../../model/unit.ts";
import type { Screener } from "../interfaces.ts";
import { FindingList } from "./finding-list.ts";
import { hideSpans } from "./redact.ts";
import type { SecretSpan } from "./rule.ts";
import { createStreamScanner, scanText } from "./scan.ts";
import type { StreamScanner } from "./scan.ts";
import { FieldScreener } from "./unit-fields.ts";

export function createScreener(policy: SecretPolicy): Screener {
  return policy === "off" ? new OpenScreener() : new UnitScreener(policy);
}

/** Policy `off`: only by explicit configuration. */
class OpenScreener implements Screener {
  readonly policy = "off";
  readonly found = 0;
  readonly findings: readonly SecretFinding[] = [];
  push(units: readonly Unit[]): Unit[] {
    return [...units];
  }
  break(): Unit[] {
    return [];
  }
  finish(): Unit[] {
    return [];
  }
}

/** A unit that waits, and where its text stands in the joined text of its segment. */
interface Held {
  readonly unit: Unit;
  readonly start: number;
  readonly end: number;
}

class UnitScreener implements Screener {
  readonly policy: SecretPolicy;
  readonly #list = new FindingList();
  readonly #fields = new FieldScreener();
  /** The segment of joined units that is being read. */
  #scanner: StreamScanner | undefined;
  #held: Held[] = [];
  #spans: SecretSpan[] = [];
  #chunk = "";
  #length = 0;
  #last: Unit | undefined;

  constructor(policy: Exclude<SecretPolicy, "off">) {
    this.policy = policy;
  }

  get found(): number {
    return this.#list.found;
  }

  get findings(): readonly SecretFinding[] {
    return this.#list.findings;
  }

  push(units: readonly Unit[]): Unit[] {
    const out: Unit[] = [];
    for (let index = 0; index < units.length; index++) {
      const unit = units[index] as Unit;
      const last = this.#last;
      this.#last = unit;
      if (this.#scanner !== undefined && (last === undefined || !joins(last, unit))) this.#endSegment(out);
      const next = units[index + 1];
      if (this.#scanner === undefined && (next === undefined ? standsAlone(unit) : !joins(unit, next)))
        this.#release(unit, unit.text === null ? [] : scanText(unit.text), 0, out);
      else this.#hold(unit, last?.continued === true);
    }
    if (this.#scanner !== undefined) this.#advance(this.#scanner, out);
    return this.policy === "report" ? [...units] : out;
  }

  break(): Unit[] {
    const out: Unit[] = [];
    this.#endSegment(out);
    this.#last = undefined;
    return this.policy === "report" ? [] : out;
  }

  finish(): Unit[] {
    const out: Unit[] = [];
    this.#endSegment(out);
    const [first] = this.#list.high;
    if (this.policy === "refuse" && first !== undefined)
      throw new ReadbackError(
        "withheld",
        `the file holds a secret (\`${first.kind}\` at ${locatorText(first.at)}), and its source is set to refuse such files`,
        { hint: "remove the secret from the file, or set the source to `redact`" },
      );
    return this.policy === "report" ? [] : out;
  }

  #hold(unit: Unit, continues: boolean): void {
    const separator = this.#scanner === undefined || continues ? "" : "\n";
    this.#scanner ??= createStreamScanner();
    const text = unit.text ?? "";
    this.#chunk += separator + text;
    const start = this.#length + separator.length;
    this.#length = start + text.length;
    this.#held.push({ unit, start, end: this.#length });
  }

  #advance(scanner: StreamScanner, out: Unit[]): void {
    const chunk = this.#chunk;
    this.#chunk = "";
    for (const span of scanner.push(chunk)) this.#spans.push(span);
    this.#settle(scanner.settled, out);
  }

  #endSegment(out: Unit[]): void {
    const scanner = this.#scanner;
    if (scanner === undefined) return;
    for (const span of scanner.push(this.#chunk)) this.#spans.push(span);
    for (const span of scanner.finish()) this.#spans.push(span);
    this.#settle(Infinity, out);
    this.#scanner = undefined;
    this.#spans = [];
    this.#chunk = "";
    this.#length = 0;
  }

  /** Gives up the units that end at or before `settled`. */
  #settle(settled: number, out: Unit[]): void {
    let done = 0;
    let first = 0;
    for (const { unit, start, end } of this.#held) {
      if (end > settled) break;
      done++;
      while (first < this.#spans.length && (this.#spans[first] as SecretSpan).end <= start) first++;
      if (first === this.#spans.length && this.#fields.hasNone(unit)) {
        out.push(unit);
        continue;
      }
      let last = first;
      while (last < this.#spans.length && (this.#spans[last] as SecretSpan).start < end) last++;
      this.#release(unit, this.#spans.slice(first, last), start, out);
    }
    if (done > 0) this.#held = this.#held.slice(done);
    if (first > 0) this.#spans = this.#spans.slice(first);
  }

  /** `spans` of the segment that touch the unit, whose text begins at `offset` there. */
  #release(unit: Unit, spans: readonly SecretSpan[], offset: number, out: Unit[]): void {
    const beginning = spans.filter((span) => span.start >= offset);
    const fields = this.#fields.screen(unit);
    if (beginning.length > 0 || fields.spans.length > 0)
      this.#list.add(fields.unit.at, [beginning, ...fields.spans]);
    const hidden = spans.filter((span) => span.tier === "high");
    if (hidden.length === 0 || unit.text === null) {
      out.push(fields.unit);
      return;
    }
    const keepLines = unit.at.kind === "line" || unit.at.kind === "record";
    out.push({ ...fields.unit, text: hideSpans(unit.text, hidden, offset, keepLines) });
  }
}

/** No unit that follows can join it. */
const standsAlone = (unit: Unit): boolean =>
  unit.continued !== true && (unit.joins === false || unit.at.kind === "sheetCell" || unit.text === null);

/** Whether `next` goes on where `unit` ends, so that a secret may run from one to the other. */
function joins(unit: Unit, next: Unit): boolean {
  if (unit.continued === true) return true;
  if (standsAlone(unit) || unit.region !== next.region || next.text === null) return false;
  const a = unit.at;
  const b = next.at;
  if (a.kind === "tableCell" && b.kind === "tableCell")
    return a.table === b.table && a.row === b.row && a.column === b.column;
  if (a.kind === "part" && b.kind === "part") return a.part === b.part && a.item === b.item;
  return a.kind === b.kind;
}
