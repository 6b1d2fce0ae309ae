/** The TypeScript file that `scan.wat` assembles to. */
export function kernelFile(): Promise<string>;
