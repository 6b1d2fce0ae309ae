/** OpenDocument files for tests, from the XML of their bodies. */

import { memorySource } from "../../support/extract.ts";
import { makeZip } from "../../support/zip.ts";
import type { ZipEntry } from "../../support/zip.ts";
import type { ByteSource } from "../../../src/model/unit.ts";

const NAMESPACES = [
  ...["office", "style", "text", "table", "presentation", "form", "script", "manifest"].map((name) => [
    name,
    name,
  ]),
  ["draw", "drawing"],
  ["svg", "svg-compatible"],
]
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
    'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"',
  )
  .join(" ");

export type Kind = "text" | "spreadsheet" | "presentation";

export interface Parts {
  readonly body: string;
  /** Automatic styles of the content. */
  readonly styles?: string;
  /** What stands inside the root of `styles.xml`. */
  readonly page?: string;
  readonly manifest?: string;
  readonly more?: readonly ZipEntry[];
}

export function odfBytes(kind: Kind, { body, styles = "", page, manifest, more = [] }: Parts): Uint8Array {
  return makeZip([
    { name: "mimetype", content: `application/vnd.oasis.opendocument.${kind}`, deflate: false },
    {
      name: "content.xml",
      content: `<office:document-content ${NAMESPACES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    },
    ...(page === undefined
      ? []
      : [
          {
            name: "styles.xml",
            content: `<office:document-styles ${NAMESPACES}>${page}</office:document-styles>`,
          },
        ]),
    {
      name: "META-INF/manifest.xml",
      content: `<manifest:manifest ${NAMESPACES}>${manifest ?? ""}</manifest:manifest>`,
    },
    ...more,
  ]);
}

export function odfFile(kind: Kind, parts: Parts): ByteSource {
  return memorySource(odfBytes(kind, parts), `file.${kind}`);
}
