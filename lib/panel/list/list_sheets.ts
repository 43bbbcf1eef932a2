import { dayIn } from "@/lib/values/dates.ts";
import type { PageCall } from "@/lib/http/pages.ts";
import type { CellKind, SheetColumn, SheetSource } from "@/lib/panel/excel/sheet.ts";
import type { ListView } from "@/lib/panel/list/list_view.ts";
import type { ShownField } from "@/lib/records/fields/field.ts";
import { fileColumns, wordsOf } from "@/lib/views/exports/columns.ts";
import { listed, type ListedNoun } from "@/lib/views/listed.ts";
import type { Language } from "@/lib/words/language.ts";
import { nounWords } from "@/lib/words/nouns.ts";

/** Parameters for the look of a list, not its content. */
const ofShowing = ["company_id", "page", "per_page", "view", "columns"];

export interface ListExcel {
  currency: string;
  file: string[];
  sheets: SheetSource[];
}

/** Props of the Excel button for a list as it is filtered and sorted. */
export function listExcel(
  { member, memberships, language, now }: Pick<
    PageCall,
    "member" | "memberships" | "language" | "now"
  >,
  noun: ListedNoun,
  { params }: ListView,
): ListExcel {
  const { companyId, timezone, currency } = member;
  const company = memberships.find((membership) => membership.companyId === companyId)!;
  const name = nounWords[listed[noun].section].many[language];
  const query = Object.fromEntries(
    Object.entries(params).filter(([param, value]) => value !== "" && !ofShowing.includes(param)),
  );
  return {
    currency,
    file: [company.name, name, dayIn(timezone, now)],
    sheets: [{ name, columns: columnsOf(noun, language), list: listed[noun].section, query }],
  };
}

function columnsOf(noun: ListedNoun, language: Language): SheetColumn[] {
  return fileColumns(noun).map(({ name, label, field }): SheetColumn => ({
    name,
    label: label[language],
    kind: kindOf(field),
    words: wordsOf(field, language),
    // Cancelled sales count nowhere.
    total: field.kind !== "money" || !field.adds
      ? undefined
      : noun === "sale"
      ? { column: "status", value: "active" }
      : true,
  }));
}

function kindOf({ kind }: ShownField): CellKind {
  switch (kind) {
    case "money":
    case "price":
      return "money";
    case "id":
    case "whole":
    case "percent":
    case "quantity":
      return "number";
    case "flag":
    case "day":
    case "instant":
      return kind;
    default:
      return "text";
  }
}
