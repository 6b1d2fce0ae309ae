/** `styles.xml` beside the content. Guarantees: damage in it is a gap, and the content is read all the same. */

import type { Gap } from "../../model/coverage.ts";
import { ReadbackError } from "../../model/errors.ts";
import type { ExtractOptions } from "../../model/unit.ts";
import type { OfficePackage } from "../container/interfaces.ts";
import { parseXml } from "../container/xml.ts";
import { STYLES } from "./document-package.ts";
import type { OdfStyles } from "./styles.ts";

const DAMAGE: Gap = { reason: "damaged", region: "header_footer", count: 1, detail: STYLES };

/** Only what content and styles share: automatic styles of either are its own. */
export async function readCommonStyles(
  container: OfficePackage,
  options: ExtractOptions,
  styles: OdfStyles,
  gaps: Gap[],
): Promise<void> {
  if (!container.has(STYLES)) return;
  let common = 0;
  try {
    await parseXml(
      container.open(STYLES),
      {
        open: (name, attributes, _selfClosing, namespace) => {
          if (namespace === "office" && name === "styles") common += 1;
          else if (common > 0) styles.open(name, attributes);
        },
        close: (name, namespace) => {
          if (namespace === "office" && name === "styles") common -= 1;
          else if (common > 0) styles.close(name);
        },
      },
      options,
      STYLES,
    );
  } catch (error) {
    if (!isDamage(error)) throw error;
    gaps.push(DAMAGE);
  }
}

export async function* orGap<T>(read: AsyncIterable<T>, gaps: Gap[]): AsyncGenerator<T> {
  try {
    yield* read;
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (!gaps.includes(DAMAGE)) gaps.push(DAMAGE);
  }
}

const isDamage = (error: unknown): boolean => error instanceof ReadbackError && error.code === "damaged";
