/** How a call's output limit is shared among its files: small files give what they cannot use to the others, the rest is equal. */

/** `needs`: the most characters each file can give, Infinity where unknown. The result adds up to at most `total`. */
export function fairShares(needs: readonly number[], total: number): number[] {
  const shares = needs.map(() => 0);
  let open = needs.map((_, index) => index);
  let left = total;
  while (open.length > 0) {
    const equal = Math.floor(left / open.length);
    const modest = open.filter((index) => (needs[index] ?? Infinity) <= equal);
    if (modest.length === 0) {
      for (const index of open) shares[index] = equal;
      break;
    }
    for (const index of modest) {
      shares[index] = needs[index] ?? 0;
      left -= shares[index] ?? 0;
    }
    open = open.filter((index) => !modest.includes(index));
  }
  return shares;
}
