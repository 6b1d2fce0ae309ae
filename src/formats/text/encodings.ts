/**
 * The encodings that text can be read in: names, and which decoder reads each.
 *
 * Guarantees: every name in an answer is the lower-case WHATWG name where one exists (Encoding Standard, section 4.2), else the IANA or
 * common name; every label of the WHATWG standard for these encodings is accepted in a request, in any case, and the common names of
 * DOS code pages and UTF-32 as well.
 * Not covered: UTF-7, HZ, ISO-2022-KR, Johab, EBCDIC. They are refused by name, never decoded wrongly.
 *
 * Node 20's own `TextDecoder` is wrong for windows-1252, euc-kr and big5, so legacy encodings go through iconv-lite, save the two that
 * iconv-lite does not have.
 */

import { ReadbackError } from "../../model/errors.ts";

export type DecoderKind =
  | "utf8"
  | "utf16le"
  | "utf16be"
  | "utf32le"
  | "utf32be"
  | "iconv"
  | "iconv_multibyte"
  | "platform";

export interface Encoding {
  readonly name: string;
  readonly decoder: DecoderKind;
  /** What the decoder calls it, where it is another name. */
  readonly decoderName: string;
}

const iconv = (name: string, decoderName = name): Encoding => ({ name, decoder: "iconv", decoderName });
const multibyte = (name: string, decoderName = name): Encoding => ({
  name,
  decoder: "iconv_multibyte",
  decoderName,
});
const platform = (name: string): Encoding => ({ name, decoder: "platform", decoderName: name });

export const UTF_8: Encoding = { name: "utf-8", decoder: "utf8", decoderName: "utf-8" };
export const UTF_16LE: Encoding = { name: "utf-16le", decoder: "utf16le", decoderName: "utf-16le" };
export const UTF_16BE: Encoding = { name: "utf-16be", decoder: "utf16be", decoderName: "utf-16be" };
export const UTF_32LE: Encoding = { name: "utf-32le", decoder: "utf32le", decoderName: "utf-32le" };
export const UTF_32BE: Encoding = { name: "utf-32be", decoder: "utf32be", decoderName: "utf-32be" };
export const ISO_2022_JP = platform("iso-2022-jp");
export const WINDOWS_1252 = iconv("windows-1252");

const ENCODINGS: readonly Encoding[] = [
  UTF_8,
  UTF_16LE,
  UTF_16BE,
  UTF_32LE,
  UTF_32BE,
  WINDOWS_1252,
  ISO_2022_JP,
  platform("x-mac-cyrillic"),
  ...["windows-1250", "windows-1251", "windows-1253", "windows-1254", "windows-1255", "windows-1256"].map(
    (name) => iconv(name),
  ),
  ...["windows-1257", "windows-1258", "windows-874", "koi8-r", "koi8-u", "macintosh"].map((name) =>
    iconv(name),
  ),
  ...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map((part) => iconv(`iso-8859-${part}`)),
  iconv("iso-8859-8-i", "iso-8859-8"),
  ...[437, 737, 775, 850, 852, 855, 857, 858, 862, 866].map((page) => iconv(`ibm${page}`, `cp${page}`)),
  multibyte("gb18030"),
  multibyte("gbk", "gb18030"),
  multibyte("big5", "big5-hkscs"),
  multibyte("shift_jis"),
  multibyte("euc-jp"),
  multibyte("euc-kr", "cp949"),
];

const BY_NAME = new Map(ENCODINGS.map((encoding) => [encoding.name, encoding]));

/** Names that people write and the WHATWG labels lack. */
const MORE_LABELS: Readonly<Record<string, string>> = {
  "utf-32": "utf-32le",
  utf32: "utf-32le",
  cp949: "euc-kr",
  uhc: "euc-kr",
  cp932: "shift_jis",
  "windows-31j": "shift_jis",
  cp936: "gbk",
  cp950: "big5",
  cp874: "windows-874",
  "utf-8-sig": "utf-8",
};

/** The encoding of a WHATWG label or a name of ours; undefined for one that cannot be read. */
export function encodingOf(label: string): Encoding | undefined {
  const wanted = label
    .trim()
    .toLowerCase()
    .replaceAll("_", label.includes("shift") ? "_" : "-");
  const own = BY_NAME.get(wanted) ?? BY_NAME.get(MORE_LABELS[wanted] ?? "");
  if (own) return own;
  const codePage = /^(?:cp|ibm|dos)-?(\d{3})$/.exec(wanted)?.[1];
  if (codePage !== undefined && BY_NAME.has(`ibm${codePage}`)) return BY_NAME.get(`ibm${codePage}`);
  for (const name of [label.trim(), wanted]) {
    try {
      const found = BY_NAME.get(new TextDecoder(name).encoding);
      if (found) return found;
    } catch {
      // Not a WHATWG label: the next spelling, or unknown.
    }
  }
  return undefined;
}

/** The encoding that a caller asked for by name, or `invalid_request`. */
export function requestedEncoding(label: string): Encoding {
  const encoding = encodingOf(label);
  if (encoding) return encoding;
  throw new ReadbackError("invalid_request", "`encoding` names no encoding that readback can decode", {
    hint: "use a name such as `utf-8`, `utf-16le`, `windows-1251`, `windows-1252`, `koi8-r`, `ibm866`, `shift_jis`, `euc-kr`, `gb18030` or `big5`, or leave it out to have it detected",
  });
}

/**
 * What the statistical detector may answer, in its own names, and what we read that as. Rare encodings are left out: they take more text from
 * the common ones than they get right (x-mac-cyrillic took one Italian sentence in four).
 */
export const DETECTABLE: Readonly<Record<string, string>> = {
  cp1250: "windows-1250",
  cp1251: "windows-1251",
  cp1252: "windows-1252",
  cp1253: "windows-1253",
  cp1254: "windows-1254",
  cp1255: "windows-1255",
  cp1256: "windows-1256",
  cp1257: "windows-1257",
  cp1258: "windows-1258",
  cp874: "windows-874",
  "koi8-r": "koi8-r",
  "koi8-u": "koi8-u",
  cp866: "ibm866",
  cp850: "ibm850",
  cp852: "ibm852",
  "iso8859-2": "iso-8859-2",
  "iso8859-5": "iso-8859-5",
  "iso8859-7": "iso-8859-7",
  gb18030: "gb18030",
  big5hkscs: "big5",
  cp932: "shift_jis",
  euc_jis_2004: "euc-jp",
  cp949: "euc-kr",
};
