import fc from "fast-check";
import { expect, test } from "vitest";
import { fairShares } from "../../src/services/shares.ts";

test("a small file leaves what it cannot use to the others", () => {
  expect(fairShares([100, Infinity, Infinity], 10_000)).toEqual([100, 4950, 4950]);
  expect(fairShares([Infinity, Infinity], 10_001)).toEqual([5000, 5000]);
  expect(fairShares([10, 20], 1000)).toEqual([10, 20]);
});

test("shares never add up to more than there is, and nobody gets less than an equal part it could use", () => {
  const need = fc.oneof(fc.integer({ min: 0, max: 50_000 }), fc.constant(Infinity));
  fc.assert(
    fc.property(
      fc.array(need, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 200, max: 45_000 }),
      (needs, total) => {
        const shares = fairShares(needs, total);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(total);
        needs.forEach((most, index) =>
          expect(shares[index]).toBeGreaterThanOrEqual(Math.min(most, Math.floor(total / needs.length))),
        );
      },
    ),
  );
});
