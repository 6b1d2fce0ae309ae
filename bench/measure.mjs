// Runs whole commands several times, in turn with their peers, and gives medians. CPU and peak memory come from the operating system
// (GNU time), so that threads and child processes are counted too.
import { execFileSync, spawnSync } from "node:child_process";

export function once(argv, { env, cwd, input } = {}) {
  const started = performance.now();
  const child = spawnSync("/usr/bin/time", ["-f", "@@%U %S %M", ...argv], {
    encoding: "buffer",
    maxBuffer: 1 << 29,
    env: { ...process.env, NO_COLOR: "1", ...env },
    cwd,
    input,
  });
  const wall = performance.now() - started;
  const tail = /@@([\d.]+) ([\d.]+) (\d+)\s*$/.exec(child.stderr.toString("utf8"));
  if (!tail)
    throw new Error(`no figures for ${argv.join(" ")}: ${child.stderr.toString("utf8").slice(0, 400)}`);
  return {
    wall,
    cpu: (Number(tail[1]) + Number(tail[2])) * 1000,
    mebibytes: Number(tail[3]) / 1024,
    status: child.status,
    stdout: child.stdout,
  };
}

export const median = (numbers) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted.length === 0
    ? Number.NaN
    : (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
};

/** Commands by name, run A B C, A B C, …; each result is the median of its runs. `check` throws on a wrong answer. */
export function inTurn(commands, runs = 7) {
  const taken = new Map(commands.map((command) => [command.name, []]));
  for (let round = 0; round <= runs; round += 1)
    for (const command of commands) {
      const figures = once(command.argv, command);
      command.check?.(figures);
      if (round > 0) taken.get(command.name).push(figures);
    }
  return new Map(
    [...taken].map(([name, list]) => [
      name,
      {
        wall: median(list.map((f) => f.wall)),
        cpu: median(list.map((f) => f.cpu)),
        mebibytes: median(list.map((f) => f.mebibytes)),
        runs: list.length,
      },
    ]),
  );
}

export function machine() {
  const model = execFileSync("sh", ["-c", "grep -m1 'model name' /proc/cpuinfo | cut -d: -f2"], {
    encoding: "utf8",
  }).trim();
  const cores = execFileSync("nproc", { encoding: "utf8" }).trim();
  return `${model}, ${cores} cores, Node ${process.versions.node}, ${process.platform} ${execFileSync("uname", ["-r"], { encoding: "utf8" }).trim()}`;
}

export function table(header, rows) {
  return [
    `| ${header.join(" | ")} |`,
    `|${header.map(() => "---").join("|")}|`,
    ...rows.map((row) => `| ${row.join(" | ")} |`),
  ].join("\n");
}

export const ms = (value) => (Number.isFinite(value) ? value.toFixed(value < 100 ? 1 : 0) : "–");
