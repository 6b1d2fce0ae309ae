/** An Office container (ZIP with OPC parts) under limits, and its XML parts as events. */

export interface OfficePackage {
  /** Part names without the leading slash, as stored, in directory order. */
  readonly parts: readonly string[];
  has(part: string): boolean;
  /** The name as stored for a name that may differ in letter case or slashes, or undefined. */
  find(part: string): string | undefined;
  /**
   * Inflated bytes in order, counted against the limits while inflating; the CRC is compared at the end (`damaged`). Each chunk is the caller's own.
   * Obeys a cancellation; the time budget is the caller's to watch (`parseXml` does), because only the caller knows whether it can stop half way.
   */
  open(part: string): AsyncIterable<Uint8Array>;
  /** The relationships of a part ("" for the package), in file order. Targets are resolved to part names; external ones are kept apart and never followed. */
  relationships(part: string): Promise<readonly Relationship[]>;
  /** Content type of a part, from [Content_Types].xml. */
  contentType(part: string): string | undefined;
  /** Fixed words about the container, such as "zip_size_mismatch", "zip_trailing_bytes". Grows while parts are read. */
  readonly flags: readonly string[];
}

export interface Relationship {
  readonly id: string;
  /** The last segment of the type URI, such as "officeDocument", "footnotes": the same for transitional and strict files. */
  readonly type: string;
  readonly target: string;
  readonly external: boolean;
}

/**
 * Names are local names (prefix removed); attribute keys are local names too, `r:id` is kept as "r:id" when the prefix is bound to the relationships namespace.
 * `namespace` is the customary prefix of the element's namespace ("w", "a", "p", "x" for SpreadsheetML, "mc"…: see `namespaces.ts`), whatever prefix the file uses and
 * whether it is strict or transitional; "" for a namespace that is not listed there. Handlers that do not need it leave the parameter out.
 */
export interface XmlEvents {
  open?(
    name: string,
    attributes: Readonly<Record<string, string>>,
    selfClosing: boolean,
    namespace: string,
  ): void;
  close?(name: string, namespace: string): void;
  /** Text and CDATA; one run of text may come in several calls. */
  text?(text: string): void;
}
