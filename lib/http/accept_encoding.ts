export type Coding = "zstd" | "br" | "gzip";
/** Codings of what is made once and sent often. */
export type SmallCoding = Exclude<Coding, "zstd">;

export interface Choice<Own extends Coding> {
  coding: Own | null;
  mayBePlain: boolean;
}

/** Reads Accept-Encoding (RFC 9110, 12.5.3); `preferred` orders codings of equal weight. */
export function chooseCoding<Own extends Coding>(
  header: string | null,
  preferred: readonly Own[],
): Choice<Own> {
  const weights = weightsOf(header ?? "");
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get("*") ?? 0;
  const [best] = preferred.filter((coding) => weightOf(coding) > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a));
  const mayBePlain = (weights.get("identity") ?? weights.get("*")) !== 0;
  const plain = weights.get("identity") ?? 0;
  return { coding: best && weightOf(best) >= plain ? best : null, mayBePlain };
}

function weightsOf(header: string): Map<string, number> {
  const entries = header.split(",").flatMap((entry): [string, number][] => {
    const match = /^\s*([\w*-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i.exec(entry);
    return match ? [[match[1]!.toLowerCase(), Number(match[2] ?? 1)]] : [];
  });
  return new Map(entries);
}
