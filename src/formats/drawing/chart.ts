/**
 * The words and figures of a chart, from the copy that the chart part keeps: titles and labels, then a table with the categories as its
 * first row and one row for each series. Sources: ECMA-376 part 1, 21.2 (charts); [MS-ODRAWXML] 2.24.3 (`cx`, charts of Office 2016).
 *
 * Guarantees: figures as their stored number format shows them. Not covered: the workbook behind the chart, which may have moved on.
 */

import type { ExtractOptions } from "../../model/unit.ts";
import { withoutAlternates } from "../container/alternate-content.ts";
import type { XmlEvents } from "../container/interfaces.ts";
import { parseXml } from "../container/xml.ts";
import { TextBody } from "./text-body.ts";

export async function readChart(
  chunks: AsyncIterable<Uint8Array>,
  options: ExtractOptions,
  partName: string,
): Promise<string> {
  const reader = new ChartReader(options);
  await parseXml(chunks, withoutAlternates(reader), options, partName);
  return chartText(reader);
}

interface Figure {
  readonly text: string;
  readonly format?: string | undefined;
}

interface Series {
  name: string;
  categories: Figure[];
  /** One list for each of the series' values: more than one in bubble charts. */
  values: Figure[][];
}

/** Blank points are not stored; beyond so many of them in one chart the place of a point is not believed. */
const BLANK_POINTS_MAX = 64_000;

const newSeries = (): Series => ({ name: "", categories: [], values: [] });

class ChartReader implements XmlEvents {
  readonly words: string[] = [];
  readonly series: Series[] = [];
  date1904 = false;
  readonly #body: TextBody;
  readonly #path: string[] = [];
  #current: Series | undefined;
  /** Office 2016 charts keep their points apart from their series, under numbers. */
  readonly #dataById = new Map<string, Series>();
  #format: string | undefined;
  #pointFormat: string | undefined;
  #index = 0;
  #blanksLeft = BLANK_POINTS_MAX;
  #captured: string | undefined;
  #pendingName = "";

  constructor(options: ExtractOptions) {
    this.#body = new TextBody(options.meter);
  }

  open(
    name: string,
    attributes: Readonly<Record<string, string>>,
    _selfClosing: boolean,
    namespace: string,
  ): void {
    this.#body.open(name, attributes, namespace);
    if (namespace !== "c" && namespace !== "cx") return;
    this.#path.push(name);
    if (name === "date1904") this.date1904 = !["0", "false"].includes(attributes["val"] ?? "1");
    else if (name === "ser") this.#begin(newSeries());
    else if (name === "data" && namespace === "cx") {
      this.#begin(newSeries());
      if (this.#current !== undefined) this.#dataById.set(attributes["id"] ?? "0", this.#current);
    } else if (name === "series") this.#current = undefined;
    else if (name === "dataId") this.#nameData(attributes["val"] ?? "0");
    else if (["val", "yVal", "bubbleSize", "numDim"].includes(name)) this.#current?.values.push([]);
    else if (name === "numCache" || name === "numLit") this.#format = undefined;
    else if (name === "lvl") this.#format = attributes["formatCode"];
    else if (name === "pt") {
      this.#index = Math.max(0, Math.trunc(Number(attributes["idx"] ?? 0)) || 0);
      this.#pointFormat = attributes["formatCode"] ?? this.#format;
      if (namespace === "cx") this.#captured = "";
    } else if (name === "v" || name === "formatCode") this.#captured = "";
  }

  close(name: string, namespace: string): void {
    this.#body.close(name, namespace);
    if (namespace !== "c" && namespace !== "cx") return;
    const captured = this.#captured;
    if (name === "rich" || name === "txPr") this.#say(this.#body.take().join("\n"));
    else if (name === "formatCode") this.#format = captured;
    else if (
      captured !== undefined &&
      (namespace === "cx" ? name === "pt" : name === "v" && this.#path.at(-2) === "pt")
    )
      this.#point(captured);
    else if (captured !== undefined && name === "v") this.#value(captured);
    if (["formatCode", "v", "pt"].includes(name)) this.#captured = undefined;
    if (name === "ser" || name === "data") this.#current = undefined;
    this.#path.pop();
  }

  text(text: string): void {
    this.#body.text(text);
    if (this.#captured !== undefined) this.#captured += text;
  }

  #begin(series: Series): void {
    this.#current = series;
    this.series.push(series);
  }

  #say(words: string): void {
    if (words.trim() !== "") this.words.push(words);
  }

  /** The part of the series that is being read: "tx", "cat", "val"… */
  #section(): string | undefined {
    const from = Math.max(this.#path.lastIndexOf("ser"), this.#path.lastIndexOf("data"));
    return from < 0 ? undefined : this.#path[from + 1];
  }

  #point(text: string): void {
    const section = this.#section();
    const series = this.#current;
    if (series === undefined || section === undefined) return this.#say(text);
    if (section === "tx") series.name = `${series.name} ${text}`.trim();
    else if (["cat", "xVal", "strDim"].includes(section)) this.#place(series.categories, text);
    else if (series.values.length > 0 && ["val", "yVal", "bubbleSize", "numDim"].includes(section))
      this.#place(series.values.at(-1) ?? [], text);
    else this.#say(text);
  }

  /** Categories of several levels give a point several times, the innermost level first. */
  #place(list: Figure[], text: string): void {
    const missing = this.#index - list.length;
    const believed = missing <= this.#blanksLeft;
    if (believed && missing > 0) {
      this.#blanksLeft -= missing;
      for (let blank = 0; blank < missing; blank += 1) list.push({ text: "" });
    }
    const index = believed ? this.#index : list.length;
    const before = list[index];
    list[index] =
      before === undefined || before.text === ""
        ? { text, format: this.#pointFormat }
        : { text: `${text} ${before.text}` };
  }

  #value(text: string): void {
    if (this.#current !== undefined && this.#section() === "tx") this.#current.name = text;
    else if (this.#path.includes("series") && this.#path.includes("tx")) this.#pendingName = text;
    else this.#say(text);
  }

  #nameData(id: string): void {
    const series = this.#dataById.get(id);
    if (series !== undefined && series.name === "") series.name = this.#pendingName;
    else this.#say(this.#pendingName);
    this.#pendingName = "";
  }
}

async function chartText(chart: ChartReader): Promise<string> {
  const show = await figureText(chart);
  const lines = [...chart.words];
  let header: string | undefined;
  for (const { name, categories, values } of chart.series) {
    const row = ["", ...categories.map(show)].join("\t");
    if (categories.length > 0 && row !== header) {
      lines.push(row);
      header = row;
    }
    for (const figures of values) lines.push([name, ...figures.map(show)].join("\t"));
    if (values.length === 0 && name !== "") lines.push(name);
  }
  return lines.join("\n");
}

const formatted = ({ format }: Figure): boolean => format !== undefined && format.toLowerCase() !== "general";

/** The number formatter is loaded only for a chart whose figures have a format. */
async function figureText(chart: ChartReader): Promise<(figure: Figure) => string> {
  if (
    !chart.series.some(({ categories, values }) =>
      [categories, ...values].some((list) => list.some(formatted)),
    )
  )
    return ({ text }) => text;
  const { NumberFormat } = await import("../xlsx/number-format.ts");
  const formats = new Map<string, InstanceType<typeof NumberFormat>>();
  return (figure) => {
    const number = Number(figure.text);
    if (figure.format === undefined || figure.text.trim() === "" || !Number.isFinite(number))
      return figure.text;
    let format = formats.get(figure.format);
    if (format === undefined) {
      format = new NumberFormat(figure.format, chart.date1904);
      formats.set(figure.format, format);
    }
    return format.showNumber(number) || figure.text;
  };
}
