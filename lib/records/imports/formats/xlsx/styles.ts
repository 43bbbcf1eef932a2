import { XmlReader } from "@/lib/records/imports/formats/xlsx/xml.ts";

/** How a style formats numbers (ECMA-376, part 1, section 18.8.30). */
export type NumberForm =
  | { kind: "plain" }
  | { kind: "date" }
  | { kind: "percent" }
  /** `00000`: a postcode or a code with its zeros. */
  | { kind: "digits"; count: number };

const plain: NumberForm = { kind: "plain" };

export function readStyles(xml: Uint8Array | undefined): NumberForm[] {
  if (!xml) return [];
  const codes = new Map<number, string>();
  const forms: NumberForm[] = [];
  const reader = new XmlReader(xml);
  let isCells = false;
  for (let tag = reader.next(); tag; tag = reader.next()) {
    if (tag.name === "cellXfs") isCells = !tag.isEnd && !tag.isEmpty;
    else if (tag.name === "numFmt" && !tag.isEnd) {
      const attributes = tag.attributes();
      codes.set(
        Number(attributes.get("numFmtId")),
        (attributes.get("formatCode") ?? "").slice(0, longestCode),
      );
    } else if (tag.name === "xf" && !tag.isEnd && isCells) {
      const id = Number(tag.attributes().get("numFmtId") ?? 0);
      forms.push(formOf(id, codes.get(id)));
    }
  }
  return forms;
}

/** Limit of a format code in Excel. */
const longestCode = 255;

/** Ids of dates and times that have no code in the file; some by the language of Excel. */
const dateIds: [from: number, to: number][] = [[14, 22], [27, 36], [45, 47], [50, 58]];

function formOf(id: number, code: string | undefined): NumberForm {
  if (code === undefined) {
    if (dateIds.some(([from, to]) => id >= from && id <= to)) return { kind: "date" };
    return id === 9 || id === 10 ? { kind: "percent" } : plain;
  }
  const [positive] = withoutTexts(code).split(";");
  if (/^0{2,}$/.test(positive!)) return { kind: "digits", count: positive!.length };
  if (/[ymdhs]/i.test(positive!)) return { kind: "date" };
  return positive!.includes("%") ? { kind: "percent" } : plain;
}

/** A code without quoted and escaped letters, colours and conditions; `[h]` counts hours. */
function withoutTexts(code: string): string {
  return code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|general/gi, "");
}
