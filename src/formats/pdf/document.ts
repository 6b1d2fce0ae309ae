/**
 * One PDF open in the engine, read through blocks of its source; what the document says of itself as a whole.
 *
 * Guarantees: needs-a-password and broken files are coded errors; `reopen` gives back what PDFium keeps of streams that it passed, and
 * moves to a fresh engine where the last one failed. Positions in `overlay` are read from there instead of from the file.
 */

import type { Meter } from "../../model/budget.ts";
import { limitExceeded } from "../../model/budget.ts";
import { ReadbackError } from "../../model/errors.ts";
import type { ByteSource } from "../../model/unit.ts";
import { engine, EngineFault, retireEngine } from "./engine/engine.ts";
import type { Engine } from "./engine/engine.ts";
import { ERROR_PASSWORD, ERROR_SECURITY } from "./engine/pdfium.ts";
import type { Pointer } from "./engine/pdfium.ts";

/** `FPDF_FILEACCESS` holds the length in 32 bits. */
const FILE_BYTES_MAX = 2 ** 32 - 1;
/** Part of the process's memory that the engine may take: the rest is Node's own and the file's. */
const MEMORY_SHARE = 0.75;

/** Bytes that stand in place of the file's. */
export interface Overlay {
  readonly position: number;
  readonly bytes: Uint8Array;
}

export class PdfDocument {
  /** Bytes that PDFium asked for since the document was opened. */
  bytesRead = 0;
  overlays: readonly Overlay[] = [];
  readonly #source: ByteSource;
  readonly #meter: Meter;
  #engine: Engine | undefined;
  #handle: Pointer = 0;
  #access: Pointer = 0;
  #reader = 0;
  #form: { readonly handle: Pointer; readonly info: Pointer } | undefined;

  constructor(source: ByteSource, meter: Meter) {
    if (source.size > FILE_BYTES_MAX)
      throw new ReadbackError("too_large", "the PDF is larger than 4 GiB, which this reader cannot address");
    this.#source = source;
    this.#meter = meter;
  }

  get engine(): Engine {
    if (this.#engine === undefined) throw new EngineFault(false);
    return this.#engine;
  }

  get handle(): Pointer {
    return this.#handle;
  }

  get failed(): boolean {
    return this.#engine?.dead ?? true;
  }

  open(): void {
    const chosen = engine();
    this.#engine = chosen;
    chosen.openDocuments += 1;
    chosen.memoryLimit = Math.min(this.#meter.limits.processBytes * MEMORY_SHARE, 2 ** 31);
    this.bytesRead = 0;
    this.#reader = chosen.addReader((position, into) => this.#readBlock(position, into));
    const problem = this.guarded(() => {
      this.#access = chosen.allocate(12);
      const view = chosen.view;
      view.setUint32(this.#access, this.#source.size, true);
      view.setUint32(this.#access + 4, chosen.blockCallback, true);
      view.setUint32(this.#access + 8, this.#reader, true);
      this.#handle = chosen.pdfium.FPDF_LoadCustomDocument(this.#access, 0);
      return this.#handle === 0 ? chosen.pdfium.FPDF_GetLastError() : 0;
    });
    if (this.#handle === 0) throw openingError(problem);
  }

  close(): void {
    const used = this.#engine;
    if (used === undefined) return;
    this.#engine = undefined;
    used.removeReader(this.#reader);
    used.openDocuments -= 1;
    if (!used.dead) {
      try {
        used.run(() => {
          this.#closeForm(used);
          if (this.#handle !== 0) used.pdfium.FPDF_CloseDocument(this.#handle);
          if (this.#access !== 0) used.free(this.#access);
        });
      } catch {
        // The engine is marked as failed and will not be used again.
      }
    }
    this.#form = undefined;
    this.#handle = 0;
    this.#access = 0;
    retireEngine();
  }

  reopen(): void {
    this.close();
    this.open();
  }

  /** Calls into PDFium; an engine that failed becomes this document's coded error. */
  guarded<T>(work: () => T): T {
    try {
      return this.engine.run(work);
    } catch (error) {
      throw error instanceof EngineFault ? faultError(error) : error;
    }
  }

  /** The form environment that field names and values are asked through; it runs no script and no action. */
  form(): Pointer {
    if (this.#form === undefined) {
      const { pdfium } = this.engine;
      const info = pdfium.PDFiumExt_OpenFormFillInfo();
      this.#form = { info, handle: pdfium.PDFiumExt_InitFormFillEnvironment(this.#handle, info) };
    }
    return this.#form.handle;
  }

  #closeForm(used: Engine): void {
    if (this.#form === undefined) return;
    if (this.#form.handle !== 0) used.pdfium.PDFiumExt_ExitFormFillEnvironment(this.#form.handle);
    used.pdfium.PDFiumExt_CloseFormFillInfo(this.#form.info);
    this.#form = undefined;
  }

  #readBlock(position: number, into: Uint8Array): boolean {
    if (position + into.length > this.#source.size) return false;
    this.bytesRead += into.length;
    for (let done = 0; done < into.length;) {
      const part = this.#source.readSync(position + done, into.length - done);
      if (part.length === 0) return false;
      into.set(part, done);
      done += part.length;
    }
    for (const { position: from, bytes } of this.overlays) {
      if (from >= position + into.length || from + bytes.length <= position) continue;
      const skipped = Math.max(0, position - from);
      const taken = bytes.subarray(skipped, Math.min(bytes.length, position + into.length - from));
      into.set(taken, from + skipped - position);
    }
    return true;
  }
}

export function faultError(fault: EngineFault): ReadbackError {
  return fault.memoryRefused
    ? limitExceeded("the PDF needs more memory than its reader is given")
    : new ReadbackError("damaged", "the PDF is built in a way that makes its reader fail", {
        hint: "open it in a viewer and save or print it anew, then read the new file",
      });
}

function openingError(code: number): ReadbackError {
  if (code === ERROR_PASSWORD)
    return new ReadbackError("encrypted", "the PDF needs a password to be opened", {
      hint: "save a copy without a password in a viewer that you can open it with, and read the copy",
    });
  if (code === ERROR_SECURITY)
    return new ReadbackError("encrypted", "the PDF is encrypted in a way that this reader does not support", {
      hint: "save a copy without encryption in a viewer that can open it, and read the copy",
    });
  return new ReadbackError(
    "damaged",
    "the PDF's structure is broken or cut off, so that no page can be found",
    {
      hint: "a viewer may still repair it: open it there, save it anew and read the new file",
    },
  );
}
