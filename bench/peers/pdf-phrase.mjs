// One process of a peer: node pdf-phrase.mjs PEER FILE PHRASE. Prints the page of the first hit, or "found" where the peer has no pages.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [, , peer, file, phrase] = process.argv;
const require = createRequire(`${process.env.BENCH_PEERS}/package.json`);
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const flat = (text) => text.replace(/\s+/g, " ");
const peers = {
  async officeparser() {
    const { default: parser, ...named } = await load("officeparser");
    const parse = named.parseOffice ?? parser.parseOffice ?? parser.OfficeParser.parseOffice;
    const result = await parse(file);
    return flat(typeof result === "string" ? result : (result.toText?.() ?? JSON.stringify(result))).includes(
      phrase,
    )
      ? "found"
      : "missed";
  },
  async unpdf() {
    const { extractText, getDocumentProxy } = await load("unpdf");
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(readFileSync(file))));
    const page = text.findIndex((one) => flat(one).includes(phrase));
    return page < 0 ? "missed" : String(page + 1);
  },
  async "pdf-parse"() {
    const { PDFParse } = await load("pdf-parse");
    const { pages } = await new PDFParse({ data: readFileSync(file) }).getText();
    const page = pages.find((one) => flat(one.text).includes(phrase));
    return page === undefined ? "missed" : String(page.num);
  },
  async "markitdown-ts"() {
    const { MarkItDown } = await load("markitdown-ts");
    const result = await new MarkItDown().convert(file);
    return flat(result?.markdown ?? result?.text_content ?? "").includes(phrase) ? "found" : "missed";
  },
};
console.log(await peers[peer]());
process.exit(0);
