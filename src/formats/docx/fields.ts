/**
 * Complex fields of one story: which text is a field's code and which its shown result.
 *
 * Source: ECMA-376 part 1, 17.16.18 (fldChar), 17.16.9 (ffData).
 * Guarantees: text is shown only while every open field is past its code; a field that is never closed is known at the end (`open`).
 * Form fields without a result text give what a viewer shows: the chosen entry of a list, a ticked or empty box.
 */

const INSTRUCTION_MAX = 32;
const CHECKED = "☒";
const UNCHECKED = "☐";

interface Field {
  inCode: boolean;
  /** Whether a result text was shown. */
  shown: boolean;
  instruction: string;
  form: FormField | undefined;
}

interface FormField {
  kind?: "list" | "box";
  checked?: boolean;
  chosen: number;
  readonly entries: string[];
}

const ENTRIES_MAX = 1000;

export class FieldStack {
  readonly #fields: Field[] = [];

  get open(): number {
    return this.#fields.length;
  }

  /** Whether text here is part of a field's code. */
  get inCode(): boolean {
    return this.#fields.some((field) => field.inCode);
  }

  begin(): void {
    this.#fields.push({ inCode: true, shown: false, instruction: "", form: undefined });
  }

  separate(): void {
    const top = this.#fields.at(-1);
    if (top !== undefined) top.inCode = false;
  }

  /** Ends the innermost field; the text that stands for a form field without a result, and whether a number is left out that a viewer shows. */
  end(): { text: string; numberMissing: boolean } {
    const field = this.#fields.pop();
    if (field === undefined || field.shown) return { text: "", numberMissing: false };
    const numberMissing = /^\s*(?:AUTONUM|AUTONUMLGL|AUTONUMOUT|LISTNUM)\b/i.test(field.instruction);
    const { form } = field;
    if (form?.kind === "box") return { text: form.checked === true ? CHECKED : UNCHECKED, numberMissing };
    if (form?.kind === "list") return { text: form.entries[form.chosen] ?? "", numberMissing };
    return { text: "", numberMissing };
  }

  instruction(text: string): void {
    const top = this.#fields.at(-1);
    if (top !== undefined && top.instruction.length < INSTRUCTION_MAX)
      top.instruction += text.slice(0, INSTRUCTION_MAX);
  }

  textShown(): void {
    const top = this.#fields.at(-1);
    if (top !== undefined) top.shown = true;
  }

  /** A property of the innermost field's form data. */
  formProperty(name: string, value: string | undefined, on: boolean): void {
    const top = this.#fields.at(-1);
    if (top === undefined) return;
    const form = (top.form ??= { chosen: 0, entries: [] });
    if (name === "checkBox") form.kind = "box";
    else if (name === "ddList") form.kind = "list";
    else if (name === "checked") form.checked = on;
    else if (name === "default" && form.kind === "box") form.checked ??= on;
    else if (name === "default" && form.kind === "list") form.chosen = Number(value);
    else if (name === "result") form.chosen = Number(value);
    else if (name === "listEntry" && form.entries.length < ENTRIES_MAX) form.entries.push(value ?? "");
  }
}
