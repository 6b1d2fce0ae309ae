/** Colour only where a person looks: `--color`, then `NO_COLOR`, then whether the stream is a terminal. Meaning never depends on it. */

export interface Palette {
  place(text: string): string;
  hit(text: string): string;
  quiet(text: string): string;
  warn(text: string): string;
}

export function palette(when: string, terminal: boolean): Palette {
  const on =
    when === "always" ||
    (when !== "never" &&
      (process.env["NO_COLOR"] ?? "") === "" &&
      process.env["TERM"] !== "dumb" &&
      terminal);
  const paint =
    (open: number, close: number) =>
    (text: string): string =>
      on && text !== "" ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return { place: paint(36, 39), hit: paint(1, 22), quiet: paint(2, 22), warn: paint(33, 39) };
}
