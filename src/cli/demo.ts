/**
 * `readback demo`: the main job on bundled documents, with nothing prepared in advance: each step runs the same service as `readback read`
 * and says what it shows. A step that does not give what it should makes the tour fail, so that it is also a check of an installation.
 */

import type { ReadAnswer, ReadEntry } from "../model/answer.ts";
import { locatorText } from "../model/locator.ts";
import type { ReadRequest } from "../model/request.ts";
import { createLogService } from "../services/logs.ts";
import { createFileService } from "../services/files.ts";
import type { FileService } from "../services/files.ts";
import { packageFacts } from "../services/package.ts";
import { withChangingFile } from "../services/tour.ts";
import { palette } from "./colour.ts";
import type { Palette } from "./colour.ts";
import { printLevels, printSearch } from "./print-log.ts";
import { printAnswer } from "./print-read.ts";

interface Step {
  readonly title: string;
  /** The command as a person would type it. */
  readonly command: string;
  readonly requests: readonly ReadRequest[];
  /** What must be true of the answer. */
  readonly holds: (answer: ReadAnswer) => boolean;
}

const entry = (answer: ReadAnswer, index = 0): ReadEntry | undefined => {
  const found = answer.entries[index];
  return found?.ok === true ? found : undefined;
};
const hitAt = (answer: ReadAnswer, place: string, index = 0): boolean =>
  entry(answer, index)?.passages.some(
    (passage) => passage.match === true && locatorText(passage.at) === place,
  ) === true;
const S = "samples";

const STEPS: readonly Step[] = [
  {
    title: "When is delivery due, and on which page? Page 4 is only a picture: it is named, not passed over.",
    command: `readback read ${S}/contract.pdf --contains "delivery is due" --context 1`,
    requests: [{ path: `${S}/contract.pdf`, contains: "delivery is due", context: 1 }],
    holds: (answer) =>
      hitAt(answer, "p. 3") &&
      entry(answer)?.coverage.gaps.some((gap) => gap.reason === "no_text_layer") === true,
  },
  {
    title:
      "A Word table, a workbook with a hidden sheet, slides with notes: one question, each place in its own terms.",
    command: `readback read ${S}/schedule.docx ${S}/budget.xlsx ${S}/briefing.pptx --contains delivery --context 0`,
    requests: ["schedule.docx", "budget.xlsx", "briefing.pptx"].map((name) => ({
      path: `${S}/${name}`,
      contains: "delivery",
      context: 0,
    })),
    holds: (answer) =>
      hitAt(answer, "table 1 r3 c1") &&
      hitAt(answer, "Payments!A3", 1) &&
      hitAt(answer, "Reserve!A1", 1) &&
      hitAt(answer, "slide 2", 2),
  },
  {
    title: "Russian in windows-1251: the encoding is found and named, and case does not matter.",
    command: `readback read ${S}/letter-ru.txt --contains "ПОСТАВКА ПЕЧИ" --context 0`,
    requests: [{ path: `${S}/letter-ru.txt`, contains: "ПОСТАВКА ПЕЧИ", context: 0 }],
    holds: (answer) => hitAt(answer, "L3") && entry(answer)?.encoding?.name === "windows-1251",
  },
  {
    title: "Chinese in GB18030 and Thai in windows-874: words without spaces are found.",
    command: `readback read ${S}/notice-zh.txt --contains 交货日期 --context 0`,
    requests: [{ path: `${S}/notice-zh.txt`, contains: "交货日期", context: 0 }],
    holds: (answer) => hitAt(answer, "L3"),
  },
  {
    title: "",
    command: `readback read ${S}/memo-th.txt --contains ส่งมอบ --context 0`,
    requests: [{ path: `${S}/memo-th.txt`, contains: "ส่งมอบ", context: 0 }],
    holds: (answer) => hitAt(answer, "L3"),
  },
  {
    title: "A log with a password in an address: the value never leaves.",
    command: `readback read ${S}/oven.log --lines 6-8`,
    requests: [{ path: `${S}/oven.log`, lines: { from: 6, to: 8 } }],
    holds: (answer) => entry(answer)?.secrets.found === 1 && JSON.stringify(answer).includes("[REDACTED"),
  },
  {
    title: "What is not there is said only when everything was looked at.",
    command: `readback read ${S}/letter-ru.txt --contains "неустойка"`,
    requests: [{ path: `${S}/letter-ru.txt`, contains: "неустойка" }],
    holds: (answer) => entry(answer)?.matchCount === 0 && entry(answer)?.coverage.complete === true,
  },
];

export async function runDemo(color: string): Promise<void> {
  const paint = palette(color, process.stdout.isTTY);
  process.chdir(packageFacts().root);
  const service = createFileService();
  let failed = 0;
  try {
    for (const step of STEPS) {
      const answer = await service.read(step.requests);
      if (!show(step, answer, paint)) failed += 1;
    }
    if (!(await showLog(paint))) failed += 1;
    if (!(await showChange(service, paint))) failed += 1;
  } finally {
    service.close();
  }
  process.stdout.write(
    failed === 0
      ? "That is the tour: every answer said what was read, where it stands, which version it was, and what was not covered.\n"
      : `${failed} ${failed === 1 ? "step" : "steps"} of the tour did not give what they should.\n`,
  );
  process.exitCode = failed === 0 ? 0 : 70;
}

function show(step: Step, answer: ReadAnswer, paint: Palette): boolean {
  const ok = step.holds(answer);
  if (step.title !== "") process.stdout.write(`${paint.quiet(`# ${step.title}`)}\n`);
  process.stdout.write(`$ ${step.command}\n${printAnswer(answer, paint)}\n`);
  if (!ok) process.stdout.write("(this step did not give what it should)\n\n");
  return ok;
}

/** A log is searched with true line numbers; the level comes from the line's header, not from a word in its message. */
async function showLog(paint: Palette): Promise<boolean> {
  const log = `${S}/oven.log`;
  const service = createLogService({ personal: true });
  try {
    const found = await service.search({ log, text: "oven", level: "ERROR" });
    const levels = await service.levels({ log });
    process.stdout.write(
      `${paint.quiet("# A log: lines of one level with their true numbers, and how many there are of each.")}\n` +
        `$ readback log search ${log} oven --level ERROR\n` +
        `${printSearch(found, { text: "oven", ignoreCase: false }, paint)}\n` +
        `$ readback log levels ${log}\n${printLevels(levels, paint)}\n`,
    );
    return found.matches[0]?.lineNo === 19 && levels.levels.WARN === 1 && levels.complete;
  } finally {
    service.close();
  }
}

/** A file that is rewritten while it is being read gives no passage at all. */
async function showChange(service: FileService, paint: Palette): Promise<boolean> {
  const answer = await withChangingFile((path) => service.read([{ path, contains: "delivery" }]));
  const [read] = answer.entries;
  process.stdout.write(
    `${paint.quiet("# A file that someone writes to while it is read: caught, and nothing of it is passed on.")}\n` +
      `$ readback read growing.txt --contains delivery\n` +
      `${printAnswer({ entries: answer.entries.map((one) => ({ ...one, path: "growing.txt" })) }, paint)}\n`,
  );
  return read?.ok === false && read.error.code === "changed_during_read";
}
