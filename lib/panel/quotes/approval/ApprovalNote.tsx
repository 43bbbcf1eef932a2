import { usePage } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import {
  addDays,
  dayIn,
  formatHour,
  formatInstant,
  formatShortDay,
  type TimeFormat,
} from "@/lib/values/dates.ts";
import type { QuoteNow } from "@/lib/panel/quotes/editor/quote_now.ts";
import { sayFigures } from "@/lib/panel/quotes/approval/say_figures.ts";
import { approvalWords } from "@/lib/panel/quotes/approval/words.ts";
import { historyWords } from "@/lib/panel/record/history_words.ts";
import { speak } from "@/lib/words/language.ts";

type Approval = NonNullable<QuoteNow["approval"]>;

const looks = {
  needed: "bg-warning text-warning-text",
  asked: "bg-info text-info-text",
  given: "bg-success text-success-text",
  refused: "bg-danger text-danger-text",
};

interface ApprovalNoteProps {
  quote: QuoteNow;
  /** Whether the reader may send without approval. */
  isFree: boolean;
}

/** State of the approval: who is asked since when, or decided and how, and why it is needed. */
export function ApprovalNote({ quote, isFree }: ApprovalNoteProps) {
  const page = usePage();
  const { language } = page;
  const { approval } = quote;
  if (!approval) return null;
  const { state, at, note } = approval;
  const isWaiting = state === "asked" || state === "needed";
  return (
    <div class={`flex gap-2 rounded-md px-3 py-2 text-meta ${looks[state]}`} data-approval={state}>
      <Icon
        name={isWaiting ? "clock" : state === "given" ? "circle-check" : "circle-alert"}
        class="mt-0.5 shrink-0"
      />
      <div class="min-w-0">
        <p title={at ? formatInstant(new Date(at), page) : undefined}>
          <strong class="font-semibold">{sayApproval(approval, page)}</strong>
          {state === "needed" && isFree && ` ${approvalWords.free[language]}`}
          {state === "asked" && ` ${approvalWords.askedBy(approval.by?.name ?? "")[language]}`}
        </p>
        {note && <p class="whitespace-pre-line" dir="auto">{`«${note}»`}</p>}
        {quote.status === "draft" && <p>{sayFigures(quote, approval, language)}</p>}
      </div>
    </div>
  );
}

/** "Espera a Marta desde las 10:20." */
export function sayApproval(approval: Approval, format: TimeFormat): string {
  const { state, approver, by, at, via } = approval;
  const { language } = format;
  const words = speak(approvalWords, language);
  if (state === "needed") return words.needed;
  if (state === "asked") return words.waits(approver?.name ?? "", sayDay(new Date(at!), format));
  return words[state](by?.name ?? "", historyWords.where[via ?? "panel"]![language]);
}

function sayDay(at: Date, format: TimeFormat): string {
  const { language, timeZone, now } = format;
  const { since } = speak(approvalWords, language);
  const [day, today] = [dayIn(timeZone, at), dayIn(timeZone, now)];
  const time = formatHour(at, format);
  if (day === today) return since.today(time);
  if (day === addDays(today, -1)) return since.yesterday(time);
  return since.before(formatShortDay(day, language, today), time);
}
