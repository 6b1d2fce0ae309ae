import { packageFacts } from "../services/package.ts";

export function printVersion(): void {
  process.stdout.write(`${packageFacts().version}\n`);
}
