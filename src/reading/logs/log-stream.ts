/**
 * The bytes of one log in order, as they are or decompressed.
 *
 * Guarantees: memory of one chunk; positions count decompressed bytes; compressed data that is cut off or damaged gives what could be
 * decompressed before the fault, and then says so in `damage`. Which kind a file is, its first bytes decide, not its name.
 */

import type { LogFile } from "../../fs/log-file.ts";

export type Compression = "gzip" | "zstd";

export interface StreamDamage {
  readonly reason: "damaged" | "too_large" | "unreadable";
  /** A fixed sentence. */
  readonly detail: string;
}

export interface LogStream {
  /** Fills `buffer` from its start with the next bytes; 0 at the end. A promise only where bytes have to be waited for. */
  next(buffer: Uint8Array): number | Promise<number>;
  /** Offset of the byte that `next` gives first. */
  readonly position: number;
  /** Bytes in all; null where that is known only at the end. */
  readonly size: number | null;
  readonly damage: StreamDamage | undefined;
  close(): void;
}

/** How a file that begins so is compressed. */
export function compressionOf(head: Uint8Array): Compression | undefined {
  const [a, b, c, d] = head;
  if (a === 0x1f && b === 0x8b && c === 0x08) return "gzip";
  if (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) return "zstd";
  // A frame that is skipped may stand before the first one with content.
  if (a !== undefined && a >= 0x50 && a <= 0x5f && b === 0x2a && c === 0x4d && d === 0x18) return "zstd";
  return undefined;
}

class PlainStream implements LogStream {
  readonly damage = undefined;
  readonly size: number;
  position: number;
  readonly #file: LogFile;

  constructor(file: LogFile, from: number) {
    this.#file = file;
    this.size = file.horizon;
    this.position = from;
  }

  next(buffer: Uint8Array): number {
    const count = this.#file.readAt(buffer, this.position);
    this.position += count;
    return count;
  }

  close(): void {
    // The file is the caller's.
  }
}

/** The stream from `from` on. Where the file is compressed, what comes before is decompressed and passed over. */
export async function openStream(
  file: LogFile,
  compression: Compression | undefined,
  from: number,
): Promise<LogStream> {
  if (compression === undefined) return new PlainStream(file, from);
  const stream =
    compression === "gzip"
      ? (await import("./gzip-stream.ts")).gzipStream(file)
      : (await import("./zstd-stream.ts")).zstdStream(file);
  return stream;
}
