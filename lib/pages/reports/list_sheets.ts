import { dayIn } from "@/lib/dates.ts";
import type { PageCall } from "@/lib/http/pages.ts";
import type { CellKind, SheetColumn, SheetPlace, SheetSource } from "@/lib/panel/excel/sheet.ts";
import type { ListView } from "@/lib/panel/list_view.ts";
import { sections } from "@/lib/panel/sections.ts";
import { exportColumns, type ExportedNoun } from "@/lib/reports/exports/columns.ts";
import { columnWords } from "@/lib/words/exports.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { clientWords } from "@/lib/words/panel/clients.ts";
import { nounWords } from "@/lib/words/panel/nouns.ts";
import { channelWords, type StatusNoun, statusWords } from "@/lib/words/panel/statuses.ts";

const numbers = ["id", "revision", "effective_probability", "rotting_days", "payment_terms_days"]
  .concat("tax_rate", "lead_time_days", "usage_count");
const flags = ["marketing_consent", "expired", "active", "due_all_day"];
const days = ["expected_close_date", "issue_date", "valid_until", "promised_date"];
/** Those that add up, and prices, which do not. */
const amounts = ["amount", "net_total", "tax_total", "gross_total"];
const prices = ["unit_price", "cost"];

/** What of an address says how a list is shown, and not what is in it. */
const ofShowing = ["company_id", "page", "per_page", "view", "columns"];

export interface ListExcel extends SheetPlace {
  companyId: number;
  file: string[];
  sheets: SheetSource[];
}

/** What the button needs for the list that a page shows, as it is filtered and sorted. */
export function listExcel(
  { member, memberships, language, now }: Pick<
    PageCall,
    "member" | "memberships" | "language" | "now"
  >,
  noun: ExportedNoun,
  { params }: ListView,
): ListExcel {
  const { companyId, timezone: timeZone, currency } = member;
  const company = memberships.find((membership) => membership.companyId === companyId)!;
  const name = nounWords[sections[noun]].many[language];
  const query = Object.fromEntries(
    Object.entries(params).filter(([param]) => !ofShowing.includes(param)),
  );
  return {
    companyId,
    language,
    timeZone,
    currency,
    file: [company.name, name, dayIn(timeZone, now)],
    sheets: [{ name, columns: columnsOf(noun, language), list: sections[noun], query }],
  };
}

function columnsOf(noun: ExportedNoun, language: Language): SheetColumn[] {
  return exportColumns[noun].map((name): SheetColumn => ({
    name,
    label: columnWords[name][language],
    kind: kindOf(name),
    words: wordsOf(noun, name, language),
    // What was cancelled counts nowhere.
    total: !amounts.includes(name)
      ? undefined
      : noun === "sale"
      ? { column: "status", value: "active" }
      : true,
  }));
}

function kindOf(name: string): CellKind {
  if (amounts.includes(name) || prices.includes(name)) return "money";
  if (numbers.includes(name)) return "number";
  if (flags.includes(name)) return "flag";
  if (days.includes(name)) return "day";
  return name.endsWith("_at") ? "instant" : "text";
}

function wordsOf(noun: ExportedNoun, name: string, language: Language) {
  if (name === "status" && noun in statusWords) {
    return speak(statusWords[noun as StatusNoun], language) as Record<string, string>;
  }
  if (name === "kind" && noun === "client") return speak(clientWords.kinds, language);
  if (name === "channel" || name === "source_channel") return speak(channelWords, language);
}
