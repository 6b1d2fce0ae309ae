/**
 * Which format a file is in. The content decides; the name is a hint only where content cannot tell (CSV, and markup under an Office name).
 *
 * Guarantees: what is not read is refused with its real kind and the way out; random binary never passes for text; an empty file is a text.
 * Not covered: a text with binary behind its first 8 KiB is a text; what of it cannot be decoded is said by the text extractor.
 */

import { ReadbackError } from "../model/errors.ts";
import type { ErrorCode } from "../model/errors.ts";
import type { ByteSource, ExtractOptions, FormatName } from "../model/unit.ts";
import { compoundRoot, isCompoundFile } from "./container/compound.ts";
import { hexAt, SIGNATURES } from "./detection/signatures.ts";
import type { Family } from "./detection/signatures.ts";
import { kindOfMimetype } from "./detection/package-kind.ts";
import type { Unread } from "./detection/package-kind.ts";
import { textVerdict } from "./detection/plain-text.ts";

export const SNIFF_BYTES = 8192;

export type Sniffed =
  | { readonly kind: "text" | "csv" }
  /** `offset`: where the header stands, beyond junk that some writers put before it. */
  | { readonly kind: "pdf"; readonly offset: number }
  | { readonly kind: "zip" | "compound" }
  /** Only NUL bytes so far: a log that was truncated under its writer, or no text at all. */
  | { readonly kind: "nul_only" }
  /** `unknown`: binary without a signature, which may be text in an encoding that the caller knows. */
  | { readonly kind: "refused"; readonly error: ReadbackError; readonly unknown?: true };

/** Judges the first bytes of a file; `size` is that of the whole file. */
export function sniff(head: Uint8Array, name: string, size: number): Sniffed {
  if (head.length === 0) return { kind: formatByName(name) };
  const early = latin1(head.subarray(0, 1024 + 16));
  if (/^(?:\u00ef\u00bb\u00bf|[\s\0])*%PDF-/.test(early))
    return { kind: "pdf", offset: early.indexOf("%PDF-") };
  if (hexAt(head, 0, "504b0304") || hexAt(head, 0, "504b0506") || hexAt(head, 0, "504b070850")) {
    const unread = kindOfMimetype(head);
    return unread === undefined || typeof unread === "string"
      ? { kind: "zip" }
      : refused("unsupported_format", unread, name);
  }
  if (isCompoundFile(head)) return { kind: "compound" };
  const verdict = textVerdict(head, head.length >= size);
  const pdfAt = embeddedPdf(early, name, verdict === "binary");
  if (pdfAt !== undefined) return { kind: "pdf", offset: pdfAt };
  const signature = SIGNATURES.find(
    ({ sure, at = 0, hex, also }) =>
      (sure === true || verdict !== "text") && hexAt(head, at, hex) && (also?.(head) ?? true),
  );
  if (signature !== undefined) {
    const { code, hint } = FAMILIES[signature.family];
    return refused(code, { what: signature.what, hint: signature.hint ?? hint }, name);
  }
  if (verdict === "nul_only") return { kind: "nul_only" };
  if (verdict === "binary") return { ...refused("unsupported_format", BINARY, name), unknown: true };
  const markup = markupUnderOfficeName(head, name);
  return markup === undefined ? { kind: formatByName(name) } : refused("unsupported_format", markup, name);
}

/** Settles what the first bytes leave open. Throws `unsupported_format`, `media_refused`, `encrypted`, or `damaged`. */
export async function detectFormat(source: ByteSource, options: ExtractOptions): Promise<FormatName> {
  const head = source.readSync(0, SNIFF_BYTES).slice();
  const sniffed = sniff(head, source.name, source.size);
  switch (sniffed.kind) {
    case "refused":
      if (sniffed.unknown === true && options.encoding !== undefined) return formatByName(source.name);
      throw sniffed.error;
    case "zip":
      return zipFormat(source, options);
    case "compound":
      throw compoundRefusal(source);
    case "nul_only":
      return formatBeyondNuls(source);
    default:
      return sniffed.kind;
  }
}

const MEDIA = "media_refused";
const UNSUPPORTED = "unsupported_format";
const OCR_WAY_OUT = "recognise its text with an OCR program and read the result";
const SPEECH_WAY_OUT = "read a transcript or the subtitles of it instead";

const FAMILIES: Readonly<Record<Family, { readonly code: ErrorCode; readonly hint: string }>> = {
  image: { code: MEDIA, hint: OCR_WAY_OUT },
  audio: { code: MEDIA, hint: SPEECH_WAY_OUT },
  video: { code: MEDIA, hint: SPEECH_WAY_OUT },
  archive: { code: UNSUPPORTED, hint: "unpack it and read the files inside" },
  disk_image: { code: UNSUPPORTED, hint: "mount it and read the files inside" },
  program: { code: UNSUPPORTED, hint: "name a document or a text file" },
  database: { code: UNSUPPORTED, hint: "export what you need from it as CSV or text and read that" },
  table: { code: UNSUPPORTED, hint: "export what you need from it as CSV or text and read that" },
  font: { code: UNSUPPORTED, hint: "name a document or a text file" },
  document: { code: UNSUPPORTED, hint: "convert it to PDF or text and read that" },
};

const BINARY: Unread = {
  what: "binary data of an unknown kind",
  hint: "name a document or a text file; if it is a text in an unusual encoding, name that with `encoding`",
};

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");

function extensionOf(name: string): string | undefined {
  return /[^.]\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase();
}

function formatByName(name: string): "text" | "csv" {
  return ["csv", "tsv", "tab"].includes(extensionOf(name) ?? "") ? "csv" : "text";
}

/** Endings under which a kind is usual, so that they are not worth a word: those named in `what`, and these. */
const USUAL = /\(\.([a-z]+)\)/;

function refusal(code: ErrorCode, unread: Unread, name: string): ReadbackError {
  const extension = extensionOf(name);
  const misnamed =
    extension !== undefined && DOCUMENT_NAMES.has(extension) && USUAL.exec(unread.what)?.[1] !== extension;
  const although =
    misnamed && !unread.what.toLowerCase().includes(extension)
      ? `, although the name ends in \`.${extension}\``
      : "";
  return new ReadbackError(code, `the content is ${unread.what}, which is not read${although}`, {
    hint: unread.hint,
  });
}

function refused(code: ErrorCode, unread: Unread, name: string): { kind: "refused"; error: ReadbackError } {
  return { kind: "refused", error: refusal(code, unread, name) };
}

const DOCUMENT_NAMES = new Set(
  "pdf doc docx docm dot dotx rtf odt xls xlsx xlsm xlsb xlt xltx ods ppt pptx pptm pps ppsx odp txt log csv tsv md json xml html".split(
    " ",
  ),
);
/** Endings of programs that write markup under the name of their own format ("web page saved as .xls"). */
const OFFICE_NAMES = new Set("doc docx dot xls xlsx xlt ppt pptx pps pdf odt ods odp epub msg".split(" "));

/** Read as text, markup would hide words behind entities and tags from a search, so it is not passed off as the document its name promises. */
function markupUnderOfficeName(head: Uint8Array, name: string): Unread | undefined {
  const extension = extensionOf(name);
  if (extension === undefined || !OFFICE_NAMES.has(extension)) return undefined;
  const start = latin1(head.subarray(0, 2048))
    .replaceAll("\0", "")
    .replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, "")
    .trimStart();
  const hint = `open it in the program it was made for and save it as ${saveAs(extension)}; or rename it to \`.txt\` to read its source`;
  if (/^mime-version:/i.test(start)) return { what: "a web archive (MHTML)", hint };
  if (/^(?:<!--[\s\S]*?-->\s*)?<(?:!doctype html|html|head|body|table|meta|div|style)\b/i.test(start))
    return { what: "HTML", hint };
  if (start.startsWith("<?xml")) return { what: /<html\b/i.test(start) ? "HTML" : "XML", hint };
  return undefined;
}

function saveAs(extension: string): string {
  if (extension.startsWith("xl") || extension === "ods") return "`.xlsx`";
  if (extension.startsWith("pp") || extension === "odp") return "`.pptx`";
  return extension.startsWith("do") || extension === "odt" ? "`.docx`" : "`.pdf` or `.docx`";
}

/**
 * A PDF header within the first 1024 bytes, behind HTTP or mail headers or a print job's (ISO 32000-1, annex H, implementation note 13).
 * Texts speak of "%PDF-" too, so the content must be binary or the name say PDF, and an object must follow.
 */
function embeddedPdf(early: string, name: string, binary: boolean): number | undefined {
  if (!binary && extensionOf(name) !== "pdf") return undefined;
  const at = early.search(/%PDF-[12]\.\d/);
  return at < 0 || at > 1024 ? undefined : at;
}

async function zipFormat(source: ByteSource, options: ExtractOptions): Promise<FormatName> {
  const { openPackage } = await import("./container/package.ts");
  const { kindOfPackage } = await import("./detection/package-kind.ts");
  const kind = await kindOfPackage(await openPackage(source, options));
  if (typeof kind === "string") return kind;
  throw refusal(UNSUPPORTED, kind, source.name);
}

const COMPOUND_KINDS: readonly (readonly [name: string, unread: Unread])[] = [
  ["WordDocument", { what: "a Word 97-2003 document (.doc)", hint: "save it as .docx and read that" }],
  ["Workbook", { what: "an Excel 97-2003 workbook (.xls)", hint: "save it as .xlsx and read that" }],
  ["Book", { what: "an Excel 5.0/95 workbook (.xls)", hint: "save it as .xlsx and read that" }],
  [
    "PowerPoint Document",
    { what: "a PowerPoint 97-2003 presentation (.ppt)", hint: "save it as .pptx and read that" },
  ],
  ["PP40", { what: "a PowerPoint 4.0 presentation (.ppt)", hint: "save it as .pptx and read that" }],
  [
    "__properties_version1.0",
    { what: "an Outlook message (.msg)", hint: "save the message as text or PDF and read that" },
  ],
  ["VisioDocument", { what: "a Visio drawing (.vsd)", hint: "save it as PDF and read that" }],
  ["Quill", { what: "a Publisher document (.pub)", hint: "save it as PDF and read that" }],
  [
    "\u0005HwpSummaryInformation",
    { what: "a Hangul document (.hwp)", hint: "save it as .docx or PDF and read that" },
  ],
  ["MatOST", { what: "a Works document (.wps)", hint: "save it as .docx or PDF and read that" }],
];
const INSTALLER_CLASS = "84100c0000000000c000000000000046";

/** [MS-OFFCRYPTO] 2.3: an encrypted Office Open XML file is a compound file with these two streams. */
function compoundRefusal(source: ByteSource): ReadbackError {
  const { names, classId } = compoundRoot(source);
  if (names.size === 0)
    return new ReadbackError("damaged", "the compound file's directory cannot be read", {
      hint: "the file may be cut off; fetch it again, or open and save it in the program that made it",
    });
  if (names.has("encryptedpackage"))
    return new ReadbackError("encrypted", "the Office document is encrypted and needs its password", {
      hint: "open it with its password, save a copy without one, and read that",
    });
  const known = COMPOUND_KINDS.find(([name]) => names.has(name.toLowerCase()))?.[1];
  if (known !== undefined) return refusal(UNSUPPORTED, known, source.name);
  if (classId === INSTALLER_CLASS)
    return refusal(
      UNSUPPORTED,
      { what: "a Windows installer package (.msi)", hint: FAMILIES.program.hint },
      source.name,
    );
  return refusal(
    UNSUPPORTED,
    {
      what: "a compound file of an unknown program",
      hint: "save it as .docx, .xlsx, .pptx or PDF and read that",
    },
    source.name,
  );
}

/** A log whose writer kept its offset over a truncation begins with NUL bytes and ends in text. */
function formatBeyondNuls(source: ByteSource): FormatName {
  if (latin1(source.readSync(32_769, 5)) === "CD001")
    throw refusal(UNSUPPORTED, { what: "a CD or DVD image", hint: FAMILIES.disk_image.hint }, source.name);
  const end = source.readSync(Math.max(0, source.size - SNIFF_BYTES), SNIFF_BYTES).slice();
  const verdict = textVerdict(end, true);
  if (verdict === "text") return formatByName(source.name);
  throw refusal(
    UNSUPPORTED,
    verdict === "nul_only"
      ? { what: "NUL bytes", hint: "the file may be a hole left by a crash, or not written yet" }
      : BINARY,
    source.name,
  );
}
