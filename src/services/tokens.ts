/** Bearer tokens for the server face: which role a request's `Authorization` header gives. */

import type { Config } from "../catalog/config.ts";
import { readTokens } from "../catalog/tokens.ts";
import type { TokenTable } from "../catalog/tokens.ts";
import type { Role } from "../model/library-answer.ts";

export interface Gate {
  /** False where no token is configured: then everyone who reaches the server is let in. */
  readonly closed: boolean;
  /** The role for this header; undefined for no token or one that is not known. */
  roleOf(authorization: string | undefined): Role | undefined;
}

export function openGate(config: Config): Gate {
  const table: TokenTable = readTokens(config.http.tokensFile);
  return {
    closed: table.size > 0,
    roleOf: (authorization) => {
      const token = /^Bearer +([^\s]{1,600}) *$/i.exec(authorization ?? "")?.[1];
      return token === undefined ? undefined : table.roleOf(token);
    },
  };
}
