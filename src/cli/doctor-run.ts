/** `readback doctor`: the findings to paper or JSON. */

import { EXIT_FOUND, EXIT_PARTIAL } from "../model/errors.ts";
import { examine } from "../services/doctor.ts";
import { palette } from "./colour.ts";
import type { DoctorFlags } from "./doctor.ts";
import { fail } from "./exit.ts";
import { visibleLine } from "./visible.ts";

const MARKS = { ok: "ok   ", note: "note ", fault: "FAULT" } as const;

export async function runDoctor(roots: string[], flags: DoctorFlags, color: string): Promise<void> {
  try {
    const findings = await examine({ config: flags.config, roots });
    const faults = findings.filter(({ state }) => state === "fault").length;
    const paint = palette(color, process.stdout.isTTY);
    const lines = findings.map(({ subject, state, text }) => {
      const mark = state === "ok" ? paint.quiet(MARKS[state]) : paint.warn(MARKS[state]);
      return `${mark}  ${paint.place(visibleLine(subject))}: ${visibleLine(text)}\n`;
    });
    const end = faults === 0 ? paint.quiet("-- nothing is wrong\n") : paint.warn(`-- wrong: ${faults}\n`);
    process.stdout.write(
      flags.json === true ? `${JSON.stringify({ findings, faults })}\n` : [...lines, end].join(""),
    );
    process.exitCode = faults === 0 ? EXIT_FOUND : EXIT_PARTIAL;
  } catch (thrown) {
    fail(thrown, flags.json === true);
  }
}
