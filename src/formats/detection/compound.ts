/**
 * The names at the root of a compound file (the container of Office 97-2003, Outlook messages, and encrypted Office files): enough to say what
 * it is. Source: [MS-CFB] 2.2 (header), 2.3 (FAT), 2.6 (directory).
 *
 * Guarantees: bounded work on broken or looping chains; names of nested storages (an embedded workbook) do not count.
 * Not covered: contents of streams; a FAT that goes on in DIFAT sectors (files beyond 7 MB of 512-byte sectors) is followed by the chain.
 */

import { ReadbackError } from "../../model/errors.ts";
import type { ByteSource } from "../../model/unit.ts";

const END_OF_CHAIN = 0xff_ff_ff_fa;
const NO_ENTRY = 0xff_ff_ff_ff;
const ENTRY_BYTES = 128;
const DIRECTORY_SECTORS_MAX = 4096;
const DIFAT_SECTORS_MAX = 4096;

export interface CompoundRoot {
  readonly names: ReadonlySet<string>;
  /** Class of the root storage as lower-case hex of its bytes as stored. */
  readonly classId: string;
}

function damaged(): ReadbackError {
  return new ReadbackError("damaged", "the compound file's directory cannot be read", {
    hint: "the file may be cut off; fetch it again, or open and save it in the program that made it",
  });
}

export function compoundRoot(source: ByteSource): CompoundRoot {
  const header = readExactly(source, 0, 512);
  const view = viewOf(header);
  const sectorShift = view.getUint16(30, true);
  if (sectorShift !== 9 && sectorShift !== 12) throw damaged();
  const sectorBytes = 1 << sectorShift;
  const sector = (index: number): Uint8Array => readExactly(source, (index + 1) * sectorBytes, sectorBytes);
  const fat = fatSectors(view, sector, sectorBytes);
  const perSector = sectorBytes / 4;
  const following = (index: number): number => {
    const at = fat[Math.floor(index / perSector)];
    if (at === undefined) throw damaged();
    return viewOf(sector(at)).getUint32((index % perSector) * 4, true);
  };
  const directory: Uint8Array[] = [];
  const seen = new Set<number>();
  for (let index = view.getUint32(48, true); index < END_OF_CHAIN; index = following(index)) {
    if (seen.has(index) || seen.size >= DIRECTORY_SECTORS_MAX) throw damaged();
    seen.add(index);
    directory.push(lastOrWhole(source, index, sectorBytes));
  }
  return rootOf(directory, sectorBytes);
}

/** Sectors of the allocation table, from the header and the chain of DIFAT sectors. */
function fatSectors(header: DataView, sector: (index: number) => Uint8Array, sectorBytes: number): number[] {
  const fat: number[] = [];
  for (let at = 76; at < 512; at += 4) {
    const index = header.getUint32(at, true);
    if (index < END_OF_CHAIN) fat.push(index);
  }
  let next = header.getUint32(68, true);
  for (let read = 0; next < END_OF_CHAIN && read < DIFAT_SECTORS_MAX; read += 1) {
    const view = viewOf(sector(next));
    for (let at = 0; at < sectorBytes - 4; at += 4) {
      const index = view.getUint32(at, true);
      if (index < END_OF_CHAIN) fat.push(index);
    }
    next = view.getUint32(sectorBytes - 4, true);
  }
  return fat;
}

function rootOf(directory: readonly Uint8Array[], sectorBytes: number): CompoundRoot {
  const perSector = sectorBytes / ENTRY_BYTES;
  const entry = (id: number): DataView | undefined => {
    const bytes = directory[Math.floor(id / perSector)];
    const at = (id % perSector) * ENTRY_BYTES;
    if (bytes === undefined || at + ENTRY_BYTES > bytes.length) return undefined;
    return new DataView(bytes.buffer, bytes.byteOffset + at, ENTRY_BYTES);
  };
  const root = entry(0);
  if (root === undefined) throw damaged();
  const names = new Set<string>();
  const seen = new Set<number>();
  const waiting = [root.getUint32(76, true)];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === NO_ENTRY || seen.has(id)) continue;
    seen.add(id);
    const child = entry(id);
    if (child === undefined) continue;
    names.add(nameOf(child));
    waiting.push(child.getUint32(68, true), child.getUint32(72, true));
  }
  let classId = "";
  for (let at = 80; at < 96; at += 1) classId += root.getUint8(at).toString(16).padStart(2, "0");
  return { names, classId };
}

function nameOf(entry: DataView): string {
  const length = Math.min(32, Math.floor(entry.getUint16(64, true) / 2)) - 1;
  let name = "";
  for (let at = 0; at < length; at += 1) name += String.fromCharCode(entry.getUint16(at * 2, true));
  return name;
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** A copy, because a source's view is valid only until the next read. */
function readExactly(source: ByteSource, position: number, length: number): Uint8Array {
  const bytes = source.readSync(position, length);
  if (bytes.length < length) throw damaged();
  return bytes.slice();
}

/** The last sector of a file may be cut short where nothing follows its entries. */
function lastOrWhole(source: ByteSource, index: number, sectorBytes: number): Uint8Array {
  const bytes = source.readSync((index + 1) * sectorBytes, sectorBytes).slice();
  if (bytes.length < ENTRY_BYTES) throw damaged();
  return bytes;
}
