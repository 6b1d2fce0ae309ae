/** `[HOST:]PORT` of a server: 127.0.0.1 where no host is named; port 0 lets the system choose one. */

import { ReadbackError } from "../model/errors.ts";

export interface Address {
  readonly host: string;
  readonly port: number;
  /** Reached from this machine only. A name other than `localhost` counts as not: what it leads to can change. */
  readonly loopback: boolean;
}

export function parseAddress(text: string): Address {
  const match = /^(?:(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):)?(\d{1,5})$/.exec(text.trim());
  const port = Number(match?.[2]);
  if (match === null || port > 65_535)
    throw new ReadbackError(
      "invalid_request",
      "`--http` must look like `8080`, `127.0.0.1:8080` or `[::1]:8080`",
    );
  const host = (match[1] ?? "127.0.0.1").replace(/^\[|\]$/g, "");
  const loopback = host === "localhost" || host === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
  return { host, port, loopback };
}
