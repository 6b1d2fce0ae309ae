/**
 * `readback log tail -f`: lines as they come on stdout, a word about each rotation, truncation and absence on stderr; with `--json` both as one
 * JSON object a line on stdout. Ends on Ctrl-C, or when the reader of its output went away.
 */

import { EXIT_CANCELLED } from "../model/errors.ts";
import { logLineToWire } from "../model/log-wire.ts";
import { followLog } from "../services/log-follow.ts";
import { personalLogs } from "../services/personal-logs.ts";
import { logSettings } from "../services/logs.ts";
import { palette } from "./colour.ts";
import { fail, interruptSignal } from "./exit.ts";
import type { TailFlags } from "./log.ts";
import { printLine } from "./print-log.ts";
import { visible } from "./visible.ts";

export async function runFollow(log: string, flags: TailFlags, color: string): Promise<void> {
  const json = flags.json === true;
  const { lines, level, since, until } = flags;
  try {
    const settings = logSettings();
    const service = await personalLogs(flags.config);
    const paint = palette(color, process.stdout.isTTY);
    const signal = interruptSignal();
    for await (const event of followLog(service, { log, lines, level, since, until }, { settings, signal })) {
      if (event.kind === "line") {
        const text = json
          ? `${JSON.stringify({ event: "line", ...logLineToWire(event.line) })}\n`
          : printLine(event.line, 0, paint, visible);
        await write(text);
      } else if (json) await write(`${JSON.stringify({ event: event.kind, detail: event.detail })}\n`);
      else process.stderr.write(`-- ${visible(event.detail)}\n`);
    }
    service.close();
    if (signal.aborted) process.exitCode = EXIT_CANCELLED;
  } catch (thrown) {
    fail(thrown, json);
  }
}

function write(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}
