/**
 * Which character separates the fields of a file that does not say so: comma, semicolon, tab or vertical bar.
 *
 * Guarantees: the candidate that cuts most records of the sample into the same number of fields, at least two; a first line `sep=;`, as Excel writes and
 * reads it, decides alone. Without any sign it is the comma, which then cuts nothing. Not covered: several spaces as one separator, other characters.
 */

const CANDIDATES = [",", ";", "\t", "|"] as const;
const QUOTE = '"';

export function guessDelimiter(sample: readonly string[]): string {
  const stated = /^sep=(.)$/.exec(sample[0] ?? "")?.[1];
  if (stated !== undefined) return stated;
  let best = { delimiter: ",", agreeing: 0, fields: 0 };
  for (const delimiter of CANDIDATES) {
    const { agreeing, fields } = agreement(sample, delimiter);
    if (agreeing > best.agreeing || (agreeing === best.agreeing && fields > best.fields))
      best = { delimiter, agreeing, fields };
  }
  return best.delimiter;
}

/** How many records of the sample have the most usual number of fields, and that number; nothing where it is one. */
function agreement(sample: readonly string[], delimiter: string): { agreeing: number; fields: number } {
  const seen = new Map<number, number>();
  let inQuotes = false;
  let fields = 1;
  for (const line of sample) {
    if (line === "" && !inQuotes) continue;
    const counted = countFields(line, delimiter, inQuotes);
    inQuotes = counted.inQuotes;
    fields += counted.delimiters;
    if (inQuotes) continue;
    seen.set(fields, (seen.get(fields) ?? 0) + 1);
    fields = 1;
  }
  let usual = { agreeing: 0, fields: 0 };
  for (const [number, agreeing] of seen)
    if (number > 1 && (agreeing > usual.agreeing || (agreeing === usual.agreeing && number > usual.fields)))
      usual = { agreeing, fields: number };
  return usual;
}

function countFields(
  line: string,
  delimiter: string,
  startsQuoted: boolean,
): { delimiters: number; inQuotes: boolean } {
  let delimiters = 0;
  let inQuotes = startsQuoted;
  let atStart = !startsQuoted;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at];
    if (inQuotes) {
      if (character !== QUOTE) continue;
      if (line[at + 1] === QUOTE) at += 1;
      else inQuotes = false;
    } else if (character === delimiter) {
      delimiters += 1;
      atStart = true;
    } else {
      if (character === QUOTE && atStart) inQuotes = true;
      atStart = false;
    }
  }
  return { delimiters, inQuotes };
}
