// Puts what `readback demo` prints into README.md. Run after a change of the tour; test/e2e/readme.test.ts fails until it was.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const run = (...args) =>
  execFileSync(process.execPath, [join(root, "dist", "cli", "main.js"), ...args], {
    encoding: "utf8",
    cwd: root,
    env: { ...process.env, NO_COLOR: "1" },
  });
const block = (text) => `\n\`\`\`console\n${text.trimEnd()}\n\`\`\`\n`;
const between = (readme, name, text) =>
  readme.replace(
    new RegExp(`(<!-- ${name}:begin -->)[^]*?(<!-- ${name}:end -->)`),
    (_all, begin, end) => `${begin}${block(text)}${end}`,
  );

const demo = run("demo");
const first = demo.slice(demo.indexOf("$ readback"), demo.indexOf("\n\n#"));
const readme = readFileSync(join(root, "README.md"), "utf8");
writeFileSync(join(root, "README.md"), between(between(readme, "first", first), "demo", demo));
