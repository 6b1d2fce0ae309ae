import { expect, it } from "vitest";
import { ATTACKS, underAttack } from "../attack/swap-attack.ts";
import { isLinux } from "./scratch.ts";

/** One second each; `node scripts/swap-attack.mjs` does the same for longer, and with atomic exchanges. */
it.runIf(isLinux).each(ATTACKS)(
  "nothing from outside is read while the %s is exchanged",
  async (attack) => {
    const controlled = attack !== "climb" && attack !== "root-link";
    const figures = await underAttack(attack, { ms: 1000, controlMs: controlled ? 20_000 : 0 });
    expect(figures.outside).toBe(0);
    expect(figures.attempts).toBeGreaterThan(200);
    for (const code of Object.keys(figures.refused))
      expect([
        "missing",
        "outside_sources",
        "changed_during_read",
        "root_changed",
        "source_offline",
      ]).toContain(code);
    // The control: without a leak of the naive reader the attack did not work.
    // By plain renames it rarely leaks where the exchanged root has no such file, or the link climbs.
    if (controlled) expect(figures.naiveLeaks).toBe(true);
  },
  60_000,
);
