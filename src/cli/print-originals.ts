/** Answers about originals for a person: places in the margin, then what was verified and what was not covered. */

import type { Coverage } from "../model/coverage.ts";
import { locatorText } from "../model/locator.ts";
import type {
  CheckedCitation,
  CitationCheck,
  DiscoverAnswer,
  InspectAnswer,
  LocateAnswer,
} from "../model/original-answer.ts";
import type { Stretch } from "../model/quote.ts";
import type { Version } from "../model/version.ts";
import type { Palette } from "./colour.ts";
import { errorLine } from "./exit.ts";
import { gapText } from "./print-read.ts";
import { visible, visibleLine } from "./visible.ts";

const files = (count: number): string => `${count} ${count === 1 ? "file" : "files"}`;

export function printDiscovered(answer: DiscoverAnswer, paint: Palette): string {
  const { skipped } = answer;
  const passed = (["ignored", "links", "special", "media"] as const)
    .filter((kind) => skipped[kind] > 0)
    .map((kind) => `${skipped[kind]} ${kind}`);
  return [
    ...answer.candidates.map(
      (file) =>
        `${paint.place(visibleLine(`${file.source}/${file.path}`))}  ${file.size} bytes, ${file.modified}` +
        `${file.versionRole === null ? "" : `, ${file.versionRole}`}\n    ${paint.quiet(file.token)}\n`,
    ),
    paint.quiet(`-- ${files(answer.matchCount)} found, ${files(answer.candidates.length)} listed\n`),
    ...(passed.length === 0 ? [] : [paint.quiet(`-- skipped: ${passed.join(", ")}\n`)]),
    ...covered(answer.coverage, paint),
  ].join("");
}

export function printInspected(answer: InspectAnswer, paint: Palette): string {
  const { version } = answer;
  return [
    `${paint.place(visibleLine(answer.path))}  ${answer.verified ? "verified" : "not verified"}\n`,
    versionLine(version, paint),
    ...(answer.gap === null
      ? []
      : [paint.warn(`-- not hashed to the end: ${answer.gap.replaceAll("_", " ")}\n`)]),
    ...(answer.citation === undefined ? [] : [paint.quiet(`-- ${visibleLine(answer.citation)}\n`)]),
  ].join("");
}

export function printLocated(answer: LocateAnswer, paint: Palette): string {
  const places = answer.places.map(
    ({ at, region, text, cut }) =>
      `${paint.place(visibleLine(placeText({ at, region })))}  ${visible(text.trim().replaceAll(/\s+/gu, " "))}${cut ? " …" : ""}\n`,
  );
  const count = answer.matchCount;
  return [
    ...places,
    paint.quiet(
      count === 0 ? "-- not found\n" : `-- found in ${count} ${count === 1 ? "place" : "places"}\n`,
    ),
    ...(answer.ocrRequired
      ? [paint.warn("-- no page has a text layer: recognise its text with an OCR program first\n")]
      : []),
    versionLine(answer.version, paint),
    ...covered(answer.coverage, paint),
  ].join("");
}

export function printChecked(
  checks: readonly CitationCheck[],
  results: readonly CheckedCitation[],
  paint: Palette,
): string {
  return results
    .map((result, index) => {
      const quote = visible((checks[index]?.quote ?? "").trim().replaceAll(/\s+/gu, " "));
      const good = result.verdict === "verbatim";
      const where = result.places.map((place) => visibleLine(placeText(place))).join(", ");
      return [
        `${good ? paint.place(result.verdict) : paint.warn(result.verdict)}  "${quote}"\n`,
        `    ${visibleLine(result.path)}${where === "" ? "" : `: ${where}`}\n`,
        ...(result.nearest === undefined
          ? []
          : [
              `    nearest, ${visibleLine(placeText(result.nearest))}: ${differenceText(result.nearest.difference)}\n`,
            ]),
        ...(result.sameVersion === false ? [paint.warn("    the file is not the version cited\n")] : []),
        ...(result.error === undefined ? [] : [errorLine(result.error)]),
        ...(result.verdict === "unverifiable" && result.coverage !== null
          ? covered(result.coverage, paint)
          : []),
      ].join("");
    })
    .join("");
}

/** What only the file has in `[-…-]`, what only the quote has in `{+…+}`, as `git diff --word-diff` writes it. */
function differenceText(difference: NonNullable<CheckedCitation["nearest"]>["difference"]): string {
  return difference
    .map(({ text, only }) => {
      const shown = visible(text);
      return only === undefined ? shown : only === "file" ? `[-${shown}-]` : `{+${shown}+}`;
    })
    .join("");
}

function placeText({ at, to, region }: Stretch): string {
  const place = to === undefined ? locatorText(at) : `${locatorText(at)} to ${locatorText(to)}`;
  return region === "body" || region === "table" ? place : `${place} [${region}]`;
}

function versionLine(version: Version, paint: Palette): string {
  return paint.quiet(
    version.sha256 === null
      ? `-- ${version.size} bytes, modified ${version.modified}, not hashed\n`
      : `-- sha256 ${version.sha256}, ${version.size} bytes, modified ${version.modified}\n`,
  );
}

function covered(coverage: Coverage, paint: Palette): string[] {
  if (coverage.complete) return [paint.quiet("-- complete: everything that was asked for was covered\n")];
  const stop = coverage.stopReason;
  return [
    ...(stop === null ? [] : [paint.warn(`-- stopped: ${stop.replaceAll("_", " ")}\n`)]),
    ...coverage.gaps.map((gap) => paint.warn(`-- not covered: ${visibleLine(gapText(gap))}\n`)),
  ];
}
