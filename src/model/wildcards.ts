/** Names against a pattern of `*` (any characters, `/` too) and `?` (one). Steps: at most pattern times text, whatever the pattern. */

export function matchesWildcards(pattern: string, text: string): boolean {
  let at = 0;
  let from = 0;
  let star = -1;
  let resume = 0;
  while (from < text.length) {
    const sign = pattern[at];
    if (sign === "*") {
      star = at;
      resume = from;
      at += 1;
    } else if (sign === "?" || (sign !== undefined && sign === text[from])) {
      at += 1;
      from += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      from = resume;
    } else return false;
  }
  while (pattern[at] === "*") at += 1;
  return at === pattern.length;
}
