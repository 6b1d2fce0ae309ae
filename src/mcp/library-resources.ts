/**
 * The library as resources: the template `readback://library/{id}` with completion, and reading (specification: library).
 *
 * Guarantees: whatever the id is, one that the role may not read gives "resource not found" with the given URI and nothing else; lists and
 * completions hold only documents that can be opened now.
 */

import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import type { McpServer } from "@modelcontextprotocol/server";
import { ReadbackError } from "../model/errors.ts";
import type { Role } from "../model/library-answer.ts";
import { factsOrReport } from "../services/internal.ts";
import type { LibraryService } from "../services/library.ts";

const TEMPLATE = "readback://library/{id}";
const COMPLETIONS_MAX = 100;
const LISTED_MAX = 200;
/** Characters of a text that goes out whole: a message stays below what ends a client's session. */
const TEXT_CHARS_MAX = 1024 * 1024;
const MESSAGE_BYTES_MAX = 4 * 1024 * 1024;

export function registerLibraryResources(server: McpServer, library: LibraryService, role: Role): void {
  const template = new ResourceTemplate(TEMPLATE, {
    list: () => ({
      resources: library.list("", LISTED_MAX, role).map(({ id, title }) => ({
        uri: `readback://library/${id}`,
        name: id,
        title,
        mimeType: "text/plain",
      })),
    }),
    complete: { id: (prefix) => library.list(prefix, COMPLETIONS_MAX, role).map(({ id }) => id) },
  });
  server.registerResource(
    "library",
    template,
    {
      title: "Library document",
      description: `The current text of a document. At most ${LISTED_MAX} are listed: find others with library_search or completion.`,
      mimeType: "text/plain",
    },
    async (uri, { id }, context) => {
      try {
        const { signal } = context.mcpReq;
        const answer = await library.read(
          { id: typeof id === "string" ? id : "" },
          { role, signal, maxChars: TEXT_CHARS_MAX },
        );
        const { text, nextOffset, digest, url } = answer;
        if (nextOffset !== null || Buffer.byteLength(JSON.stringify(text)) > MESSAGE_BYTES_MAX)
          throw new ReadbackError("too_large", "the text is too large for one resource", {
            hint: "read it in pages with `library_read`",
          });
        const meta = {
          "readback/sha256": digest,
          "readback/url": url,
          "readback/complete": answer.coverage.complete,
        };
        return { contents: [{ uri: uri.href, mimeType: "text/plain", text, _meta: meta }] };
      } catch (thrown) {
        throw refusal(uri.href, thrown);
      }
    },
  );
}

function refusal(uri: string, thrown: unknown): Error {
  const { code, message } = factsOrReport(thrown);
  // A malformed id names no resource either.
  if (code === "unavailable" || code === "invalid_request") return new ResourceNotFoundError(uri);
  return new ProtocolError(ProtocolErrorCode.InternalError, `${code}: ${message}`, { uri, code });
}
