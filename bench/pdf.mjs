// A phrase on one page of an ordinary text PDF of 300 pages: cold commands.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { inTurn, ms, table } from "./measure.mjs";

const PHRASE = "beacon on page 217";

export async function run({ root, work, peersFolder, peers }) {
  const file = join(work, "pages-300.pdf");
  execFileSync(process.execPath, [
    join(root, "bench", "make-pdf.mjs"),
    file,
    "--pages",
    "300",
    "--phrase",
    PHRASE,
    "--at",
    "217",
  ]);
  const script = join(root, "bench", "peers", "pdf-phrase.mjs");
  const says = (wanted) => (figures) => {
    if (!figures.stdout.toString("utf8").match(wanted))
      throw new Error(`a wrong answer: ${figures.stdout.toString("utf8").slice(0, 200)}`);
  };
  const commands = [
    { name: "bare start of Node", argv: [process.execPath, "-e", "0"] },
    {
      name: "readback read --contains",
      argv: [
        process.execPath,
        join(root, "dist", "cli", "main.js"),
        "read",
        file,
        "--contains",
        PHRASE,
        "--json",
      ],
      check: says(/"page":217/),
    },
    {
      name: "pdftotext \\| grep",
      argv: ["sh", "-c", `pdftotext ${file} - | grep -c '${PHRASE}'`],
      check: says(/^1/),
    },
    ...["officeparser", "unpdf", "pdf-parse", "markitdown-ts"]
      .filter((peer) => peers.includes(peer))
      .map((peer) => ({
        name: `${peer} (npm)`,
        argv: [process.execPath, script, peer, file, PHRASE],
        env: { BENCH_PEERS: peersFolder },
        check: says(/found|217/),
      })),
  ];
  const results = inTurn(commands, 5);
  const bare = results.get("bare start of Node");
  const poppler = results.get("pdftotext \\| grep");
  const rows = [...results].map(([name, figures]) => [
    name,
    ms(figures.wall),
    ms(figures.cpu),
    ms(figures.mebibytes),
    name === "bare start of Node"
      ? ""
      : ((name.startsWith("pdftotext") ? figures.cpu : figures.cpu - bare.cpu) / poppler.cpu).toFixed(2),
  ]);
  return `## A phrase in a PDF of 300 pages, cold\n\nGoal: at most 3 × the CPU time of \`pdftotext | grep\` beyond the bare start of Node, ahead of every npm peer, at most 200 MiB.\n\n${table(["command", "wall ms", "CPU ms", "peak MiB", "× pdftotext's CPU, beyond bare Node"], rows)}\n`;
}
