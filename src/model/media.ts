/**
 * Names that stand for an image, a recording or a film: such originals are refused before a byte of them is read.
 * Not covered: media under another name, which the first bytes tell; `.ts` and `.mts`, which are programs as often; `.svg`, which is text.
 */

import { ReadbackError } from "./errors.ts";

const MEDIA =
  /\.(?:3g2|3gp|aac|aif|aiff|amr|ape|arw|asf|avi|avif|bmp|caf|cr2|cr3|cur|dng|emf|exr|flac|flv|gif|heic|heif|ico|jfif|jp2|jpe|jpeg|jpg|jxl|m4a|m4b|m4v|mid|midi|mka|mkv|mov|mp2|mp3|mp4|mpeg|mpg|mxf|nef|oga|ogg|ogv|opus|orf|pbm|pcx|pgm|png|pnm|ppm|psd|qoi|raf|ra|raw|rw2|tga|tif|tiff|wav|weba|webm|webp|wma|wmf|wmv|wv|xcf)$/i;

export function isMediaName(path: string): boolean {
  return MEDIA.test(path);
}

export function refuseMediaName(path: string): void {
  if (isMediaName(path))
    throw new ReadbackError("media_refused", "the file is an image, a recording or a film by its name", {
      hint: "only documents and texts are read; name a transcript or a text version of it",
    });
}
