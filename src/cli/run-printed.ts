/** One command of the command line from its service to its exit status: opened, asked, printed as JSON or for a person, closed however it ends. */

import type { Wire } from "../model/wire.ts";
import { palette } from "./colour.ts";
import type { Palette } from "./colour.ts";
import { fail, interruptSignal } from "./exit.ts";

export interface Printed {
  readonly wire: Wire;
  readonly paper: (paint: Palette) => string;
  readonly status: number;
}

export async function runPrinted<Service extends { close(): void }>(
  how: { readonly json: boolean | undefined; readonly color: string },
  open: () => Service | Promise<Service>,
  work: (service: Service, signal: AbortSignal) => Promise<Printed>,
): Promise<void> {
  let service: Service | undefined;
  try {
    service = await open();
    const { wire, paper, status } = await work(service, interruptSignal());
    const text =
      how.json === true ? `${JSON.stringify(wire)}\n` : paper(palette(how.color, process.stdout.isTTY));
    await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
    process.exitCode = status;
  } catch (thrown) {
    fail(thrown, how.json === true);
  } finally {
    service?.close();
  }
}
