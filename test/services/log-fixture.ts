/** A folder for logs that a test may write, and the service on it. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SecretPolicy } from "../../src/model/answer.ts";
import { ReadbackError } from "../../src/model/errors.ts";
import { createLogService } from "../../src/services/logs.ts";
import type { LogService, LogSettings } from "../../src/services/logs.ts";

export const SETTINGS: LogSettings = {
  tailBytes: 256 * 1024,
  searchBytes: 1024 * 1024 * 1024,
  searchMs: 60_000,
  maxLine: 2000,
};

export class LogFolder {
  readonly path = mkdtempSync(join(tmpdir(), "readback-logs-"));
  readonly #services: LogService[] = [];

  file(name: string): string {
    return join(this.path, name);
  }

  write(name: string, content: string | Uint8Array): string {
    writeFileSync(this.file(name), content);
    return this.file(name);
  }

  /** A service that knows `app` and `other`, both in this folder. */
  service(settings: Partial<LogSettings> = {}, policy: SecretPolicy = "redact"): LogService {
    const service = createLogService({
      logs: {
        app: { root: this.path, path: "app.log" },
        other: { root: this.path, path: "other.log" },
      },
      policy,
      settings: { ...SETTINGS, ...settings },
    });
    this.#services.push(service);
    return service;
  }

  remove(): void {
    for (const service of this.#services) service.close();
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** The code, message and hint that a call fails with. */
export async function failureOf(
  call: Promise<unknown>,
): Promise<{ code: string; message: string; hint: string }> {
  try {
    await call;
  } catch (thrown) {
    if (!(thrown instanceof ReadbackError)) throw thrown;
    return { code: thrown.code, message: thrown.message, hint: thrown.hint ?? "" };
  }
  throw new Error("the call did not fail");
}
