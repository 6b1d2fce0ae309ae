// A phrase in a text of 200 MB: cold commands.
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { inTurn, ms, table } from "./measure.mjs";

const PHRASE = "zebra crossing";
const WORDS =
  "the server accepted request from client and wrote answer to cache in time while worker queue length grew over limit".split(
    " ",
  );

/** The same log on every machine: a small linear congruential generator, no clock. */
export function makeLog(path, bytes, { hitEvery = 0, phrase = PHRASE } = {}) {
  const fd = openSync(path, "w");
  let state = 5;
  const random = (below) =>
    Math.floor(((state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32) * below);
  let written = 0;
  let line = 0;
  while (written < bytes) {
    const lines = [];
    for (let at = 0; at < 4096; at += 1) {
      line += 1;
      const two = (value) => String(value).padStart(2, "0");
      const words = Array.from({ length: 8 }, () => WORDS[random(WORDS.length)]).join(" ");
      const hit = hitEvery > 0 && line % hitEvery === 0 ? ` ${phrase}` : "";
      lines.push(
        `2027-03-${two(1 + (line % 28))} ${two(line % 24)}:${two(line % 60)}:${two((line * 7) % 60)},${String(line % 1000).padStart(3, "0")} INFO [worker-${line % 16}] req=${random(
          2 ** 32,
        )
          .toString(16)
          .padStart(8, "0")} ${words}${hit}\n`,
      );
    }
    const block = Buffer.from(lines.join(""), "latin1");
    writeSync(fd, block);
    written += block.length;
  }
  closeSync(fd);
}

export async function run({ root, work }) {
  const file = join(work, "text-200.log");
  makeLog(file, 200 * 1024 * 1024);
  const program = join(root, "dist", "cli", "main.js");
  const results = inTurn(
    [
      { name: "bare start of Node", argv: [process.execPath, "-e", "0"] },
      {
        name: "readback read --contains (absent)",
        argv: [process.execPath, program, "read", file, "--contains", PHRASE, "--json"],
      },
      { name: "grep -n -F", argv: ["grep", "-n", "-F", PHRASE, file] },
      { name: "grep -n -i -F", argv: ["grep", "-n", "-i", "-F", PHRASE, file] },
      {
        name: "grep -n -F and sha256sum",
        argv: ["sh", "-c", `grep -n -F '${PHRASE}' ${file}; sha256sum ${file} >/dev/null`],
      },
    ],
    5,
  );
  const grep = results.get("grep -n -F");
  const rows = [...results].map(([name, figures]) => [
    name,
    ms(figures.wall),
    ms(figures.cpu),
    ms(figures.mebibytes),
    (figures.wall / grep.wall).toFixed(2),
  ]);
  return `## An absent phrase in a text of 200 MB, cold\n\nGoal: at most 4 × \`grep -n -F\`, flat memory. readback also hashes the file, looks for secrets, folds case in any script, and counts the lines.\n\n${table(["command", "wall ms", "CPU ms", "peak MiB", "× grep's wall"], rows)}\n`;
}
