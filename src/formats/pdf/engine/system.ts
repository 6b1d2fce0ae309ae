/**
 * The outer world as the PDF engine sees it: no files, no environment, no output, a clock in UTC. What it writes to its standard streams is
 * dropped, so that nothing can reach ours. The names are the imports of @embedpdf/pdfium's `pdfium.wasm` (Emscripten and WASI preview 1).
 *
 * Guarantees: memory grows only up to `memoryLimit`, and `memoryRefused` tells when it would have gone further.
 */

import type { PdfiumModule } from "./pdfium.ts";

/** The engine gave itself up: a failed assertion or no more memory. */
export class EngineStopped extends Error {
  constructor() {
    super("the PDF engine stopped");
    this.name = "EngineStopped";
  }
}

const PAGE = 65_536;
/** Negated errno of WASI/musl: no such file, no such function. */
const NO_ENTRY = -44;
const NO_FUNCTION = -52;
const BAD_HANDLE = 8;

/** Emscripten's longjmp is this value thrown. */
const LONG_JUMP = Infinity;

const noEntry = (): number => NO_ENTRY;
const noFunction = (): number => NO_FUNCTION;

function stop(): never {
  throw new EngineStopped();
}

export class EngineSystem {
  memoryRefused = false;
  memoryLimit = 384 * 1024 * 1024;
  #module: PdfiumModule | undefined;

  attach(module: PdfiumModule): void {
    this.#module = module;
  }

  get #attached(): PdfiumModule {
    if (this.#module === undefined) throw new EngineStopped();
    return this.#module;
  }

  get #view(): DataView {
    return new DataView(this.#attached.memory.buffer);
  }

  imports(): Record<string, Record<string, (...values: number[]) => unknown>> {
    const env: Record<string, (...values: number[]) => unknown> = {
      __assert_fail: stop,
      _abort_js: stop,
      _emscripten_throw_longjmp: () => {
        // The engine's own way to leave C code; the matching `invoke_` below catches it.
        // oxlint-disable-next-line typescript/only-throw-error
        throw LONG_JUMP;
      },
      _emscripten_memcpy_js: (to = 0, from = 0, length = 0) => {
        new Uint8Array(this.#attached.memory.buffer).copyWithin(to, from, from + length);
      },
      emscripten_resize_heap: (size = 0) => this.#grow(size >>> 0),
      emscripten_date_now: () => Date.now(),
      _tzset_js: (zone = 0, daylight = 0) => {
        this.#view.setInt32(zone, 0, true);
        this.#view.setInt32(daylight, 0, true);
      },
      _gmtime_js: (low = 0, high = 0, to = 0) => this.#time(low, high, to),
      _localtime_js: (low = 0, high = 0, to = 0) => this.#time(low, high, to),
      __syscall_openat: noEntry,
      __syscall_stat64: noEntry,
      __syscall_lstat64: noEntry,
      __syscall_newfstatat: noEntry,
      __syscall_fstat64: noFunction,
      __syscall_fcntl64: noFunction,
      __syscall_ioctl: noFunction,
      __syscall_getdents64: noFunction,
      __syscall_unlinkat: noEntry,
      __syscall_rmdir: noEntry,
      __syscall_ftruncate64: noFunction,
    };
    for (const signature of ["v", "vi", "vii", "viii", "viiii", "viiiiiiiii", "ii", "iii", "iiii", "iiiii"])
      env[`invoke_${signature}`] = this.#invoke;
    return { env, wasi_snapshot_preview1: this.#wasi() };
  }

  #wasi(): Record<string, (...values: number[]) => number> {
    return {
      environ_sizes_get: (count = 0, size = 0) => {
        this.#view.setUint32(count, 0, true);
        this.#view.setUint32(size, 0, true);
        return 0;
      },
      environ_get: () => 0,
      fd_write: (_handle = 0, vectors = 0, count = 0, written = 0) => {
        const view = this.#view;
        let total = 0;
        for (let index = 0; index < count; index += 1) total += view.getUint32(vectors + index * 8 + 4, true);
        view.setUint32(written, total, true);
        return 0;
      },
      fd_read: () => BAD_HANDLE,
      fd_close: () => BAD_HANDLE,
      fd_seek: () => BAD_HANDLE,
      fd_sync: () => BAD_HANDLE,
    };
  }

  /** Calls a function of the table; a long jump out of it is noted for the C code, anything else passes. */
  readonly #invoke = (index = 0, ...values: number[]): number => {
    const module = this.#attached;
    const stack = module.emscripten_stack_get_current();
    try {
      return module["__indirect_function_table"].get(index)(...values);
    } catch (error) {
      module["_emscripten_stack_restore"](stack);
      if (error !== LONG_JUMP) throw error;
      module.setThrew(1, 0);
      return 0;
    }
  };

  #grow(wanted: number): number {
    const memory = this.#attached.memory;
    const had = memory.buffer.byteLength;
    if (wanted > this.memoryLimit) {
      this.memoryRefused = true;
      return 0;
    }
    const roomy = Math.min(Math.max(wanted, had + had / 5), this.memoryLimit);
    for (const size of [roomy, wanted]) {
      try {
        memory.grow(Math.ceil((size - had) / PAGE));
        return 1;
      } catch {
        // Less may still be had.
      }
    }
    this.memoryRefused = true;
    return 0;
  }

  /** `struct tm` of musl, in UTC. */
  #time(low: number, high: number, to: number): void {
    const date = new Date(((low >>> 0) + high * 2 ** 32) * 1000);
    const valid = Number.isNaN(date.getTime()) ? new Date(0) : date;
    const year = valid.getUTCFullYear();
    const fields = [
      valid.getUTCSeconds(),
      valid.getUTCMinutes(),
      valid.getUTCHours(),
      valid.getUTCDate(),
      valid.getUTCMonth(),
      year - 1900,
      valid.getUTCDay(),
      Math.floor((valid.getTime() - Date.UTC(year, 0, 1)) / 86_400_000),
      0,
      0,
    ];
    const view = this.#view;
    fields.forEach((field, index) => view.setInt32(to + index * 4, field, true));
  }
}
