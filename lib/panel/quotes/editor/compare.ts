export interface RevisionLine {
  sku: string | null;
  name: string;
  unit: string | null;
  quantity: number;
  unit_price: number;
  discount_percent: number;
  tax_rate: number;
  line_net: number;
}

export type LinePair = {
  kind: "same" | "changed" | "added" | "removed";
  before?: RevisionLine;
  after?: RevisionLine;
};

const figures = ["unit", "quantity", "unit_price", "discount_percent", "tax_rate"] as const;

/** Pairs lines in the later revision's order; removed lines stay where they were. */
export function pairLines(
  before: readonly RevisionLine[],
  after: readonly RevisionLine[],
): LinePair[] {
  const partners = new Map<RevisionLine, RevisionLine>();
  const free = new Set(before);
  for (const isPartner of [isAlike, isNamesake]) {
    for (const line of after.filter((one) => !partners.has(one))) {
      const match = [...free].find((one) => isPartner(one, line));
      if (!match) continue;
      partners.set(line, match);
      free.delete(match);
    }
  }
  const pairs = after.map((line): LinePair => {
    const partner = partners.get(line);
    if (!partner) return { kind: "added", after: line };
    const kind = isAlike(partner, line) ? "same" : "changed";
    return { kind, before: partner, after: line };
  });
  for (const line of free) {
    const above = before[before.indexOf(line) - 1];
    const at = pairs.findIndex((pair) => above !== undefined && pair.before === above);
    pairs.splice(at + 1, 0, { kind: "removed", before: line });
  }
  return pairs;
}

function isNamesake(one: RevisionLine, other: RevisionLine): boolean {
  return one.name === other.name;
}

function isAlike(one: RevisionLine, other: RevisionLine): boolean {
  return isNamesake(one, other) && figures.every((name) => one[name] === other[name]);
}
