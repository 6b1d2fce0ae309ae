/** A ZIP writer for tests that can lie: each field of each header may be set to something untrue. */

import { crc32, deflateRawSync } from "node:zlib";

export interface ZipEntry {
  name: string;
  content: string | Uint8Array;
  /** Default true. */
  deflate?: boolean;
  /** Already compressed bytes to store instead of `content`; give `size` and `crc` with it. */
  raw?: Uint8Array;
  method?: number;
  bitFlags?: number;
  /** What the directory and, unless `local` says otherwise, the local header claim. */
  crc?: number;
  size?: number;
  compressedSize?: number;
  extra?: Uint8Array;
  /** The local header's own claims. */
  local?: {
    name?: string;
    crc?: number;
    compressedSize?: number;
    size?: number;
    method?: number;
    bitFlags?: number;
  };
  /** Directory entry only: points at the member of this index and writes no bytes of its own. */
  sameAs?: number;
  rawName?: Uint8Array;
}

export interface ZipOptions {
  /** Bytes before the archive; offsets do not know of them. */
  prepend?: Uint8Array;
  append?: Uint8Array;
  comment?: Uint8Array;
  /** What the end record claims. */
  count?: number;
  directoryOffset?: number;
  directoryLength?: number;
  /** Adds zip64 end records, with these claims in place of the true ones. */
  zip64?: { count?: bigint; directoryOffset?: bigint; directoryLength?: bigint; recordOffset?: bigint };
}

export function makeZip(entries: readonly ZipEntry[], options: ZipOptions = {}): Uint8Array {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const entry of entries) {
    const content =
      typeof entry.content === "string" ? Buffer.from(entry.content, "utf8") : Buffer.from(entry.content);
    const method = entry.method ?? (entry.deflate === false ? 0 : 8);
    const stored =
      entry.raw === undefined ? (method === 8 ? deflateRawSync(content) : content) : Buffer.from(entry.raw);
    const claims = {
      name: Buffer.from(entry.rawName ?? Buffer.from(entry.name, "utf8")),
      method,
      bitFlags: entry.bitFlags ?? 0x0800,
      crc: entry.crc ?? crc32(content),
      compressedSize: entry.compressedSize ?? stored.length,
      size: entry.size ?? content.length,
    };
    const offset = entry.sameAs === undefined ? at : (offsets[entry.sameAs] ?? 0);
    offsets.push(offset);
    if (entry.sameAs === undefined) {
      const { name, ...rest } = entry.local ?? {};
      const header = localHeader({
        ...claims,
        ...rest,
        ...(name === undefined ? {} : { name: Buffer.from(name, "utf8") }),
      });
      pieces.push(header, stored);
      at += header.length + stored.length;
    }
    directory.push(directoryEntry(claims, offset, Buffer.from(entry.extra ?? new Uint8Array(0))));
  }
  const list = Buffer.concat(directory);
  const directoryOffset = options.directoryOffset ?? at;
  const directoryLength = options.directoryLength ?? list.length;
  const count = options.count ?? entries.length;
  const comment = Buffer.from(options.comment ?? new Uint8Array(0));
  return new Uint8Array(
    Buffer.concat([
      Buffer.from(options.prepend ?? new Uint8Array(0)),
      ...pieces,
      list,
      ...(options.zip64 === undefined
        ? []
        : zip64Records(options.zip64, { count, directoryOffset, directoryLength, at: at + list.length })),
      endRecord(
        options.zip64 === undefined
          ? { count, directoryOffset, directoryLength }
          : { count: 0xffff, directoryOffset: 0xffff_ffff, directoryLength: 0xffff_ffff },
        comment,
      ),
      Buffer.from(options.append ?? new Uint8Array(0)),
    ]),
  );
}

interface Claims {
  name: Buffer;
  method: number;
  bitFlags: number;
  crc: number;
  compressedSize: number;
  size: number;
}

function localHeader(claims: Claims): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(claims.bitFlags, 6);
  header.writeUInt16LE(claims.method, 8);
  header.writeUInt32LE(claims.crc, 14);
  header.writeUInt32LE(claims.compressedSize, 18);
  header.writeUInt32LE(claims.size, 22);
  header.writeUInt16LE(claims.name.length, 26);
  return Buffer.concat([header, claims.name]);
}

function directoryEntry(claims: Claims, offset: number, extra: Buffer): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x0201_4b50, 0);
  entry.writeUInt16LE(20, 4);
  entry.writeUInt16LE(20, 6);
  entry.writeUInt16LE(claims.bitFlags, 8);
  entry.writeUInt16LE(claims.method, 10);
  entry.writeUInt32LE(claims.crc, 16);
  entry.writeUInt32LE(claims.compressedSize, 20);
  entry.writeUInt32LE(claims.size, 24);
  entry.writeUInt16LE(claims.name.length, 28);
  entry.writeUInt16LE(extra.length, 30);
  entry.writeUInt32LE(offset, 42);
  return Buffer.concat([entry, claims.name, extra]);
}

function endRecord(
  claims: { count: number; directoryOffset: number; directoryLength: number },
  comment: Buffer,
): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(claims.count, 8);
  end.writeUInt16LE(claims.count, 10);
  end.writeUInt32LE(claims.directoryLength, 12);
  end.writeUInt32LE(claims.directoryOffset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([end, comment]);
}

function zip64Records(
  lies: NonNullable<ZipOptions["zip64"]>,
  truth: { count: number; directoryOffset: number; directoryLength: number; at: number },
): Buffer[] {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x0606_4b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  const count = lies.count ?? BigInt(truth.count);
  record.writeBigUInt64LE(count, 24);
  record.writeBigUInt64LE(count, 32);
  record.writeBigUInt64LE(lies.directoryLength ?? BigInt(truth.directoryLength), 40);
  record.writeBigUInt64LE(lies.directoryOffset ?? BigInt(truth.directoryOffset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x0706_4b50, 0);
  locator.writeBigUInt64LE(lies.recordOffset ?? BigInt(truth.at), 8);
  locator.writeUInt32LE(1, 16);
  return [record, locator];
}
