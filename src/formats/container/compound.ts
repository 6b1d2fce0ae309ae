/**
 * What a Compound File (OLE2) is: an encrypted Office package, or one of the binary Office formats. Only names are read, no contents.
 *
 * Source: [MS-CFB] 2.2 (header), 2.3 (FAT), 2.6 (directory); [MS-OFFCRYPTO] 2.3.2 for `EncryptedPackage`.
 * Guarantees: bounded work on hostile files (capped directory, no chain followed twice); never throws, a broken directory is "unknown".
 */

import type { ByteSource } from "../../model/unit.ts";

export type CompoundKind = "encrypted_ooxml" | "doc" | "xls" | "ppt" | "msg" | "unknown";

const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const HEADER_LENGTH = 512;
const HEADER_FAT_ENTRIES = 109;
const DIRECTORY_SECTORS_MAX = 2048;
const ENTRY_LENGTH = 128;
const NO_STREAM = 0xffff_ffff;
const LAST_SECTOR = 0xffff_fffa;

export function isCompoundFile(head: Uint8Array): boolean {
  return head.length >= SIGNATURE.length && SIGNATURE.every((byte, index) => head[index] === byte);
}

export interface CompoundRoot {
  /** Names of the root storage's own children, in lower case; empty where the directory cannot be read. */
  readonly names: ReadonlySet<string>;
  /** Class of the root storage, as hex of its bytes as stored. */
  readonly classId: string;
}

export function compoundKind(source: ByteSource): CompoundKind {
  const { names } = compoundRoot(source);
  if (names.has("encryptedpackage")) return "encrypted_ooxml";
  if (names.has("worddocument")) return "doc";
  if (names.has("workbook") || names.has("book")) return "xls";
  if (names.has("powerpoint document")) return "ppt";
  if (names.has("__properties_version1.0") || names.has("__nameid_version1.0")) return "msg";
  return "unknown";
}

interface DirectoryEntry {
  readonly name: string;
  readonly classId: string;
  readonly left: number;
  readonly right: number;
  readonly child: number;
}

/** Only the root storage's own children, so that an embedded workbook does not make a document a workbook. */
export function compoundRoot(source: ByteSource): CompoundRoot {
  const entries = directoryEntries(source);
  const names = new Set<string>();
  const root = entries[0];
  if (root === undefined) return { names, classId: "" };
  const seen = new Set<number>();
  const open = [root.child];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const entry = entries[index];
    if (entry === undefined || seen.has(index)) continue;
    seen.add(index);
    names.add(entry.name.toLowerCase());
    open.push(entry.left, entry.right);
  }
  return { names, classId: root.classId };
}

function viewAt(source: ByteSource, position: number, length: number): DataView | undefined {
  if (position < 0 || position + length > source.size) return undefined;
  const bytes = source.readSync(position, length);
  return bytes.length < length ? undefined : new DataView(bytes.buffer, bytes.byteOffset, length);
}

function directoryEntries(source: ByteSource): DirectoryEntry[] {
  const header = viewAt(source, 0, HEADER_LENGTH);
  if (header === undefined) return [];
  const shift = header.getUint16(30, true);
  if (shift !== 9 && shift !== 12) return [];
  const sectorSize = 1 << shift;
  const fatSectors: number[] = [];
  for (let index = 0; index < HEADER_FAT_ENTRIES; index++)
    fatSectors.push(header.getUint32(76 + 4 * index, true));
  let sector = header.getUint32(48, true);

  const entries: DirectoryEntry[] = [];
  const seen = new Set<number>();
  while (sector < LAST_SECTOR && !seen.has(sector) && seen.size < DIRECTORY_SECTORS_MAX) {
    seen.add(sector);
    const view = viewAt(source, (sector + 1) * sectorSize, sectorSize);
    if (view === undefined) break;
    for (let at = 0; at < sectorSize; at += ENTRY_LENGTH) entries.push(entryAt(view, at));
    const perSector = sectorSize / 4;
    const fatSector = fatSectors[Math.floor(sector / perSector)];
    const next =
      fatSector === undefined || fatSector >= LAST_SECTOR
        ? undefined
        : viewAt(source, (fatSector + 1) * sectorSize + 4 * (sector % perSector), 4);
    // A directory behind the FAT sectors that the header lists is followed as if it stood in one piece: only names are wanted.
    sector = next === undefined ? sector + 1 : next.getUint32(0, true);
  }
  return entries;
}

function entryAt(view: DataView, at: number): DirectoryEntry {
  const nameLength = Math.min(64, view.getUint16(at + 64, true));
  let name = "";
  for (let offset = 0; offset + 2 < nameLength; offset += 2)
    name += String.fromCharCode(view.getUint16(at + offset, true));
  const link = (offset: number): number => {
    const index = view.getUint32(at + offset, true);
    return index === NO_STREAM ? -1 : index;
  };
  let classId = "";
  for (let offset = 80; offset < 96; offset++)
    classId += view
      .getUint8(at + offset)
      .toString(16)
      .padStart(2, "0");
  return { name, classId, left: link(68), right: link(72), child: link(76) };
}
