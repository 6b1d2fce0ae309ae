/**
 * Signatures of files that are not read, with what they are called. Order matters only between entries that can both match.
 *
 * Guarantees: an entry without `sure` is used only on content that is not text, so that a text which begins with "BM" or "MZ" stays a text.
 * Not covered: kinds without a signature near their start; they are told from text by `plain-text.ts` and named as binary.
 * Sources: the formats' own specifications; the list of file signatures kept by IANA media types and the `file` program.
 */

export type Family =
  | "image"
  | "audio"
  | "video"
  | "archive"
  | "disk_image"
  | "program"
  | "database"
  | "table"
  | "font"
  | "document";

export interface Signature {
  readonly family: Family;
  /** With its article, as it stands in "the content is …". */
  readonly what: string;
  readonly at?: number;
  /** Hex, two digits a byte; ".." is any byte. */
  readonly hex: string;
  /** True where the bytes cannot begin a text that anyone means to read as one. */
  readonly sure?: boolean;
  readonly also?: (head: Uint8Array) => boolean;
  /** The way out, where the family's own does not fit. */
  readonly hint?: string;
}

const ascii = (text: string): string =>
  Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(2, "0")).join("");

const brand =
  (...brands: readonly string[]) =>
  (head: Uint8Array): boolean =>
    brands.includes(String.fromCharCode(...head.subarray(8, 12)).trimEnd());

const uint32 = (head: Uint8Array, at: number): number =>
  new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(at, true);

const OFFICE_WAY_OUT = "save it as .docx, .xlsx, .pptx or PDF and read that";
const PDF_WAY_OUT = "convert it to PDF and read that";

export const SIGNATURES: readonly Signature[] = [
  // Images
  { family: "image", what: "a PNG image", hex: "89504e470d0a1a0a", sure: true },
  { family: "image", what: "a JPEG image", hex: "ffd8ff" },
  { family: "image", what: "a GIF image", hex: `${ascii("GIF8")}..61` },
  { family: "image", what: "a WebP image", hex: `${ascii("RIFF")}........${ascii("WEBP")}` },
  { family: "image", what: "a TIFF image", hex: "49492a00" },
  { family: "image", what: "a TIFF image", hex: "4d4d002a" },
  { family: "image", what: "a TIFF image", hex: "49492b00" },
  {
    family: "image",
    what: "a BMP image",
    hex: `${ascii("BM")}........00000000`,
    also: (head) => head.length >= 18 && uint32(head, 14) <= 124,
  },
  { family: "image", what: "an icon file", hex: "00000100" },
  { family: "image", what: "a Photoshop image", hex: ascii("8BPS") },
  { family: "image", what: "a GIMP image", hex: ascii("gimp xcf ") },
  { family: "image", what: "a JPEG 2000 image", hex: "0000000c6a502020" },
  { family: "image", what: "a JPEG XL image", hex: "0000000c4a584c20" },
  { family: "image", what: "a JPEG XL image", hex: "ff0a" },
  {
    family: "image",
    what: "a HEIF image",
    at: 4,
    hex: ascii("ftyp"),
    also: brand("heic", "heix", "heim", "heis", "hevc", "mif1", "msf1"),
  },
  { family: "image", what: "an AVIF image", at: 4, hex: ascii("ftyp"), also: brand("avif", "avis") },
  { family: "image", what: "a Windows metafile", hex: "d7cdc69a" },
  {
    family: "image",
    what: "an enhanced metafile",
    hex: "01000000",
    also: (head) => hexAt(head, 40, ascii(" EMF")),
  },
  { family: "image", what: "an Apple icon file", hex: ascii("icns") },
  { family: "image", what: "a DirectDraw surface", hex: ascii("DDS ") },
  { family: "image", what: "an OpenEXR image", hex: "762f3101" },
  { family: "image", what: "a Netpbm image", hex: `${ascii("P5")}0a` },
  { family: "image", what: "a Netpbm image", hex: `${ascii("P6")}0a` },

  // Audio and video
  { family: "audio", what: "an MP3 recording", hex: ascii("ID3") },
  { family: "audio", what: "an MP3 recording", hex: "fffb" },
  { family: "audio", what: "an MP3 recording", hex: "fff3" },
  { family: "audio", what: "an MP3 recording", hex: "fff2" },
  { family: "audio", what: "an AAC recording", hex: "fff1" },
  { family: "audio", what: "an AAC recording", hex: "fff9" },
  { family: "audio", what: "a WAV recording", hex: `${ascii("RIFF")}........${ascii("WAVE")}` },
  { family: "audio", what: "a FLAC recording", hex: ascii("fLaC") },
  { family: "audio", what: "an Ogg recording", hex: `${ascii("OggS")}00` },
  { family: "audio", what: "an AIFF recording", hex: `${ascii("FORM")}........${ascii("AIF")}` },
  { family: "audio", what: "an IFF recording", hex: `${ascii("FORM")}........${ascii("8SVX")}` },
  { family: "audio", what: "an AU recording", hex: `${ascii(".snd")}000000` },
  { family: "audio", what: "an AMR recording", hex: ascii("#!AMR") },
  { family: "audio", what: "a MIDI file", hex: `${ascii("MThd")}00000006` },
  {
    family: "audio",
    what: "an MPEG-4 recording",
    at: 4,
    hex: ascii("ftyp"),
    also: brand("M4A", "M4B", "M4P"),
  },
  { family: "video", what: "an MPEG-4 or QuickTime video", at: 4, hex: ascii("ftyp") },
  { family: "video", what: "a QuickTime video", at: 4, hex: ascii("moov") },
  { family: "video", what: "a Matroska or WebM video", hex: "1a45dfa3" },
  { family: "video", what: "an AVI video", hex: `${ascii("RIFF")}........${ascii("AVI ")}` },
  { family: "video", what: "a Flash video", hex: `${ascii("FLV")}01` },
  { family: "video", what: "an MPEG video", hex: "000001ba" },
  { family: "video", what: "an MPEG video", hex: "000001b3" },
  { family: "video", what: "a Windows Media file", hex: "3026b2758e66cf11" },
  {
    family: "video",
    what: "an MPEG transport stream",
    hex: "47",
    also: (head) => head.length > 376 && head[188] === 0x47 && head[376] === 0x47,
  },

  // Archives and compressed files
  { family: "archive", what: "a gzip file", hex: "1f8b08" },
  { family: "archive", what: "a bzip2 file", hex: `${ascii("BZh")}..314159265359` },
  { family: "archive", what: "an xz file", hex: "fd377a585a00" },
  { family: "archive", what: "a Zstandard file", hex: "28b52ffd" },
  { family: "archive", what: "an LZ4 file", hex: "04224d18" },
  { family: "archive", what: "an lzip file", hex: `${ascii("LZIP")}01` },
  { family: "archive", what: "a compress (.Z) file", hex: "1f9d" },
  { family: "archive", what: "a 7-Zip archive", hex: "377abcaf271c" },
  { family: "archive", what: "a RAR archive", hex: `${ascii("Rar!")}1a07` },
  { family: "archive", what: "a tar archive", at: 257, hex: ascii("ustar"), sure: true },
  { family: "archive", what: "a tar archive", at: 156, hex: "..", sure: true, also: tarChecksumHolds },
  { family: "archive", what: "a Debian package or ar archive", hex: `${ascii("!<arch>")}0a`, sure: true },
  { family: "archive", what: "an RPM package", hex: "edabeedb" },
  { family: "archive", what: "a cabinet archive", hex: `${ascii("MSCF")}00000000` },
  { family: "archive", what: "a cpio archive", hex: ascii("070701") },
  { family: "disk_image", what: "a QEMU disk image", hex: `${ascii("QFI")}fb` },
  { family: "disk_image", what: "a VMware disk image", hex: ascii("KDMV") },
  {
    family: "disk_image",
    what: "a VirtualBox disk image",
    hex: ascii("<<< Oracle VM VirtualBox Disk Image"),
  },

  // Programs
  { family: "program", what: "an ELF program or library", hex: "7f454c46", sure: true },
  { family: "program", what: "a Windows program or library", hex: ascii("MZ") },
  { family: "program", what: "a macOS program or library", hex: "cffaedfe" },
  { family: "program", what: "a macOS program or library", hex: "cefaedfe" },
  { family: "program", what: "a macOS program or library", hex: "feedfacf" },
  { family: "program", what: "a Java class or a macOS universal program", hex: "cafebabe" },
  { family: "program", what: "Python bytecode", hex: "....0d0a..000000", sure: true },
  { family: "program", what: "Python bytecode", hex: "....0d0a" },
  { family: "program", what: "a Java module", hex: `${ascii("JM")}0100504b0304` },
  { family: "program", what: "compiled translations (gettext)", hex: "de120495" },
  { family: "program", what: "a WebAssembly module", hex: "0061736d" },
  { family: "program", what: "an Android program", hex: `${ascii("dex")}0a` },
  { family: "program", what: "LLVM bitcode", hex: "4243c0de" },

  // Databases and tables
  { family: "database", what: "an SQLite database", hex: `${ascii("SQLite format 3")}00`, sure: true },
  { family: "database", what: "an Access database", hex: `00010000${ascii("Standard ")}` },
  { family: "database", what: "an Outlook data file", hex: ascii("!BDN") },
  { family: "table", what: "a Parquet table", hex: ascii("PAR1") },
  { family: "table", what: "an Arrow table", hex: `${ascii("ARROW1")}0000` },
  { family: "table", what: "an ORC table", hex: ascii("ORC") },
  { family: "table", what: "an Avro table", hex: `${ascii("Obj")}01` },
  { family: "table", what: "an HDF5 file", hex: "894844460d0a1a0a" },
  { family: "table", what: "a NumPy array", hex: `93${ascii("NUMPY")}` },
  { family: "table", what: "a GGUF language model", hex: ascii("GGUF") },

  // Fonts
  { family: "font", what: "a WOFF font", hex: ascii("wOFF") },
  { family: "font", what: "a WOFF font", hex: ascii("wOF2") },
  { family: "font", what: "an OpenType font", hex: ascii("OTTO") },
  { family: "font", what: "a TrueType font collection", hex: `${ascii("ttcf")}00` },
  { family: "font", what: "a TrueType font", hex: "0001000000", also: (head) => (head[5] ?? 0) > 0 },

  // Documents that are not read
  {
    family: "document",
    what: "Rich Text Format (RTF)",
    hex: ascii("{\\rtf"),
    sure: true,
    hint: "save it as .docx or as plain text and read that",
  },
  { family: "document", what: "a PostScript document", hex: ascii("%!PS"), sure: true, hint: PDF_WAY_OUT },
  { family: "document", what: "a PostScript document", hex: "c5d0d3c6", hint: PDF_WAY_OUT },
  {
    family: "document",
    what: "a PostScript print job",
    hex: `1b${ascii("%-12345X@PJL")}`,
    sure: true,
    hint: PDF_WAY_OUT,
  },
  { family: "document", what: "a DjVu document", hex: ascii("AT&TFORM"), hint: PDF_WAY_OUT },
  {
    family: "document",
    what: "a compiled help file (.chm)",
    hex: `${ascii("ITSF")}03`,
    hint: "unpack it and read the pages inside",
  },
  {
    family: "document",
    what: "a OneNote section",
    hex: "e4525c7b8cd8a74d",
    hint: "export it from OneNote as .docx or PDF and read that",
  },
  { family: "document", what: "a WordPerfect document", hex: `ff${ascii("WPC")}`, hint: OFFICE_WAY_OUT },
  { family: "document", what: "an early Excel workbook", hex: "0900040000", hint: OFFICE_WAY_OUT },
  { family: "document", what: "an early Excel workbook", hex: "09020600", hint: OFFICE_WAY_OUT },
  { family: "document", what: "an early Excel workbook", hex: "09040600", hint: OFFICE_WAY_OUT },
  { family: "document", what: "an early Word document", hex: "dba52d00", hint: OFFICE_WAY_OUT },
  { family: "document", what: "an early Word document", hex: "31be0000", hint: OFFICE_WAY_OUT },
  {
    family: "document",
    what: "a Mobipocket or Kindle book",
    at: 60,
    hex: ascii("BOOKMOBI"),
    hint: "convert it to PDF or text and read that",
  },
];

/** Whether the bytes at `at` are those of the pattern. */
export function hexAt(head: Uint8Array, at: number, hex: string): boolean {
  if (head.length < at + hex.length / 2) return false;
  for (let digit = 0; digit < hex.length; digit += 2) {
    const want = hex.slice(digit, digit + 2);
    if (want !== ".." && head[at + digit / 2] !== Number.parseInt(want, 16)) return false;
  }
  return true;
}

/** Old tar files have no signature, but a checksum over their first block (POSIX.1-1988, section 10.1.1). */
function tarChecksumHolds(head: Uint8Array): boolean {
  if (head.length < 512) return false;
  const stored = /^[ \0]*([0-7]{1,7})[ \0]/.exec(String.fromCharCode(...head.subarray(148, 157)));
  if (stored === null) return false;
  let sum = 8 * 0x20;
  for (let at = 0; at < 512; at += 1) if (at < 148 || at >= 156) sum += head[at] ?? 0;
  return sum === Number.parseInt(stored[1] ?? "", 8);
}
