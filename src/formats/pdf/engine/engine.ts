/**
 * One instance of PDFium: WebAssembly memory of its own, no access to anything outside. Reads a document through blocks that it asks for.
 *
 * Guarantees: compiled once per process and started on first use; what goes wrong inside (trap, failed assertion, overflow of its stack,
 * refused memory) comes out as `EngineFault`, after which the instance is never used again and the next caller gets a fresh one.
 * Not guaranteed: an end. An endless loop inside is ended by whoever contains the process.
 */

import { EngineStopped, EngineSystem } from "./system.ts";
import type { PdfiumModule, Pointer } from "./pdfium.ts";
import { readEngineFile } from "./wasm-file.ts";

/** What is used of WebAssembly; the compiler's library for Node 20 does not describe it. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (
    module: object,
    imports?: object,
  ) => { readonly exports: PdfiumModule & { readonly f: unknown } };
  RuntimeError: new () => Error;
};

/** Fills `into` with the file's bytes from `position`; false when it cannot. */
export type BlockReader = (position: number, into: Uint8Array) => boolean;

export class EngineFault extends Error {
  readonly memoryRefused: boolean;

  constructor(memoryRefused: boolean, cause?: unknown) {
    super("the PDF engine failed", { cause });
    this.name = "EngineFault";
    this.memoryRefused = memoryRefused;
  }
}

const SCRATCH = 256;
const TEXT_BUFFER = 64 * 1024;

/** A module that passes `int (void*, unsigned long, unsigned char*, unsigned long)` on to an imported function, to enter it in the table. */
const BLOCK_CALLBACK = new Uint8Array([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 9, 1, 0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 1, 0x7f, 2, 7, 1, 1, 0x65, 1,
  0x66, 0, 0, 7, 5, 1, 1, 0x66, 0, 0,
]);

export class Engine {
  readonly pdfium: PdfiumModule;
  /** Room for results that functions write through pointers, 256 bytes, 8-aligned. */
  readonly scratch: Pointer;
  readonly blockCallback: number;
  openDocuments = 0;
  readonly #system = new EngineSystem();
  readonly #readers = new Map<number, BlockReader>();
  readonly #decoder = new TextDecoder("utf-16le", { ignoreBOM: true });
  #dead = false;
  #nextReader = 1;
  #readerError: unknown;
  #bytes: Uint8Array;
  #view: DataView;
  #textBuffer: Pointer;
  #textCapacity = TEXT_BUFFER;

  constructor(module: object) {
    const imports = this.#system.imports();
    this.pdfium = new WebAssembly.Instance(module, imports).exports;
    this.#system.attach(this.pdfium);
    this.pdfium.emscripten_stack_init();
    this.pdfium["__wasm_call_ctors"]();
    this.pdfium.PDFiumExt_Init();
    this.#bytes = new Uint8Array(this.pdfium.memory.buffer);
    this.#view = new DataView(this.pdfium.memory.buffer);
    this.scratch = this.allocate(SCRATCH);
    this.#textBuffer = this.allocate(TEXT_BUFFER);
    this.blockCallback = this.#enterBlockCallback();
  }

  get dead(): boolean {
    return this.#dead;
  }

  get memoryBytes(): number {
    return this.pdfium.memory.buffer.byteLength;
  }

  set memoryLimit(bytes: number) {
    this.#system.memoryLimit = bytes;
  }

  /** The memory as it is now: growing it makes older views useless. */
  get bytes(): Uint8Array {
    if (this.#bytes.buffer !== this.pdfium.memory.buffer)
      this.#bytes = new Uint8Array(this.pdfium.memory.buffer);
    return this.#bytes;
  }

  get view(): DataView {
    if (this.#view.buffer !== this.pdfium.memory.buffer) this.#view = new DataView(this.pdfium.memory.buffer);
    return this.#view;
  }

  /** All calls of PDFium run inside this; see the guarantees above. */
  run<T>(work: () => T): T {
    if (this.#dead) throw new EngineFault(false);
    let result: T;
    try {
      result = work();
    } catch (error) {
      if (!isFault(error)) throw error;
      this.#dead = true;
      throw new EngineFault(this.#system.memoryRefused, error);
    }
    if (this.#readerError !== undefined) {
      const error = this.#readerError;
      this.#readerError = undefined;
      throw error;
    }
    if (this.#system.memoryRefused) {
      this.#dead = true;
      throw new EngineFault(true);
    }
    return result;
  }

  /** Works with something of PDFium's and closes it; after a fault nothing more is called. */
  using<T>(handle: Pointer, close: (handle: Pointer) => void, work: (handle: Pointer) => T): T {
    let result: T;
    try {
      result = work(handle);
    } catch (error) {
      if (!isFault(error)) close(handle);
      throw error;
    }
    close(handle);
    return result;
  }

  allocate(size: number): Pointer {
    const pointer = this.pdfium.malloc(size);
    if (pointer === 0) throw new EngineStopped();
    return pointer;
  }

  free(pointer: Pointer): void {
    this.pdfium.free(pointer);
  }

  /** A key as a C string that lives as long as the engine. */
  key(name: string): Pointer {
    const had = this.#keys.get(name);
    if (had !== undefined) return had;
    const pointer = this.allocate(name.length + 1);
    const bytes = this.bytes;
    for (let index = 0; index < name.length; index += 1) bytes[pointer + index] = name.charCodeAt(index);
    bytes[pointer + name.length] = 0;
    this.#keys.set(name, pointer);
    return pointer;
  }
  readonly #keys = new Map<string, Pointer>();

  /** Text that a function writes as UTF-16 with a final NUL; it answers with the bytes needed. Lone surrogates come out as U+FFFD. */
  wideText(read: (buffer: Pointer, length: number) => number): string {
    let needed = read(this.#textBuffer, this.#textCapacity) >>> 0;
    if (needed > this.#textCapacity) {
      this.#makeRoom(needed);
      needed = read(this.#textBuffer, this.#textCapacity) >>> 0;
    }
    return needed <= 2 ? "" : this.#decode(needed - 2);
  }

  /** Characters `start` to `start + count` of a text page. */
  pageText(textPage: Pointer, start: number, count: number): string {
    if (count <= 0) return "";
    this.#makeRoom((count + 1) * 2);
    const written = this.pdfium.FPDFText_GetText(textPage, start, count, this.#textBuffer);
    return written <= 1 ? "" : this.#decode((written - 1) * 2);
  }

  #makeRoom(size: number): void {
    if (size <= this.#textCapacity) return;
    this.free(this.#textBuffer);
    this.#textCapacity = size + (size >> 1);
    this.#textBuffer = this.allocate(this.#textCapacity);
  }

  #decode(length: number): string {
    return this.#decoder.decode(this.bytes.subarray(this.#textBuffer, this.#textBuffer + length));
  }

  /** Registers who reads a document's bytes; the number goes into the structure that PDFium hands back to `blockCallback`. */
  addReader(reader: BlockReader): number {
    const number = this.#nextReader;
    this.#nextReader += 1;
    this.#readers.set(number, reader);
    return number;
  }

  removeReader(number: number): void {
    this.#readers.delete(number);
  }

  #enterBlockCallback(): number {
    const readBlock = (reader: number, position: number, buffer: Pointer, length: number): number => {
      try {
        const into = this.bytes.subarray(buffer >>> 0, (buffer >>> 0) + (length >>> 0));
        return this.#readers.get(reader)?.(position >>> 0, into) === true ? 1 : 0;
      } catch (error) {
        // Nothing may be thrown through PDFium's own frames; `run` throws it afterwards.
        this.#readerError ??= error;
        return 0;
      }
    };
    const instance = new WebAssembly.Instance(new WebAssembly.Module(BLOCK_CALLBACK), {
      e: { f: readBlock },
    });
    const table = this.pdfium["__indirect_function_table"];
    const index = table.grow(1);
    table.set(index, instance.exports.f);
    return index;
  }
}

function isFault(error: unknown): boolean {
  return (
    error instanceof EngineStopped ||
    error instanceof WebAssembly.RuntimeError ||
    error instanceof RangeError ||
    error === Infinity
  );
}

/** A finished document leaves its memory to the next one, but not more than this. */
const KEPT_BYTES = 128 * 1024 * 1024;

let compiled: object | undefined;
let current: Engine | undefined;

/** The process's engine; a fresh one where the last failed or grew large. */
export function engine(): Engine {
  const worn =
    current === undefined ||
    current.dead ||
    (current.openDocuments === 0 && current.memoryBytes > KEPT_BYTES);
  if (worn || current === undefined) {
    compiled ??= new WebAssembly.Module(readEngineFile());
    current = new Engine(compiled);
  }
  return current;
}

/** Lets go of an engine that nobody uses and that grew large, so that its memory can be given back. */
export function retireEngine(): void {
  if (current !== undefined && current.openDocuments === 0 && current.memoryBytes > KEPT_BYTES)
    current = undefined;
}
