/**
 * Comments on a slide: the older kind (ECMA-376 part 1, 19.4) and threads with replies ([MS-PPTX] 2.2.1.2, 2.6.4).
 *
 * Guarantees: a thread's first comment comes before its replies, although the file stores it behind them.
 * Not covered: reactions, tasks, and the place on the slide that a comment points at.
 */

import type { ExtractOptions } from "../../model/unit.ts";
import { withoutAlternates } from "../container/alternate-content.ts";
import { parseXml } from "../container/xml.ts";
import { TextBody } from "../drawing/text-body.ts";

export interface SlideComment {
  readonly text: string;
  readonly authorId: string;
}

export async function readComments(
  chunks: AsyncIterable<Uint8Array>,
  options: ExtractOptions,
  partName: string,
): Promise<SlideComment[]> {
  const body = new TextBody(options.meter);
  const comments: SlideComment[] = [];
  let replies: SlideComment[] = [];
  let authorId = "";
  let replyAuthorId = "";
  let text = "";
  let captured: string | undefined;
  const events = withoutAlternates({
    open(name, attributes, _selfClosing, namespace) {
      body.open(name, attributes, namespace);
      if (name === "cm") {
        authorId = attributes["authorId"] ?? "";
        text = "";
        replies = [];
      } else if (name === "reply") replyAuthorId = attributes["authorId"] ?? "";
      else if (name === "text" && namespace === "p") captured = "";
    },
    close(name, namespace) {
      body.close(name, namespace);
      if (name === "text" && captured !== undefined) {
        text = captured;
        captured = undefined;
      } else if (name === "txBody") text = body.take().join("\n");
      else if (name === "reply") {
        replies.push({ text, authorId: replyAuthorId });
        text = "";
      } else if (name === "cm") comments.push({ text, authorId }, ...replies);
    },
    text(piece) {
      body.text(piece);
      if (captured !== undefined) captured += piece;
    },
  });
  await parseXml(chunks, events, options, partName);
  return comments.filter((comment) => comment.text.trim() !== "");
}

/** Names of comment authors by their ids: `p:cmAuthor` of the older kind, `p188:author` of threads. */
export async function readAuthors(
  chunks: AsyncIterable<Uint8Array>,
  options: ExtractOptions,
  partName: string,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const events = withoutAlternates({
    open(name, attributes) {
      const { id, name: author } = attributes;
      if ((name === "cmAuthor" || name === "author") && id !== undefined && author !== undefined)
        names.set(id, author);
    },
  });
  await parseXml(chunks, events, options, partName);
  return names;
}
