/** A content coding that answers may come in, by its name in HTTP. */
export type Coding = "br" | "gzip";

/** What a request allows: the best coding, if any, and whether the answer may also come plain. */
export interface Choice {
  coding: Coding | null;
  mayBePlain: boolean;
}

/**
 * Reads Accept-Encoding (RFC 9110, 12.5.3). A coding that the header does not allow is never chosen;
 * where it allows nothing that we have, the answer is plain (12.4.1).
 * @param preferred our codings, the best first: the order among equal weights
 */
export function chooseCoding(header: string | null, preferred: readonly Coding[]): Choice {
  const weights = weightsOf(header ?? "");
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get("*") ?? 0;
  const [best] = preferred.filter((coding) => weightOf(coding) > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a));
  // Plain is allowed unless excluded by name or by `*`, and preferred only by name.
  const mayBePlain = (weights.get("identity") ?? weights.get("*")) !== 0;
  const plain = weights.get("identity") ?? 0;
  return { coding: best && weightOf(best) >= plain ? best : null, mayBePlain };
}

/** Weights by lower-case names; an entry that is not well-formed is left out. */
function weightsOf(header: string): Map<string, number> {
  const entries = header.split(",").flatMap((entry): [string, number][] => {
    const found = /^\s*([\w*-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i.exec(entry);
    return found ? [[found[1]!.toLowerCase(), Number(found[2] ?? 1)]] : [];
  });
  return new Map(entries);
}
