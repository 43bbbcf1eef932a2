import { isShownLogo } from "@/lib/values/logo.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import type { IconName } from "@/components/icons/icons.ts";
import { QuoteAnswer } from "@/lib/panel/quotes/shared/QuoteAnswer.tsx";
import { QuoteChanges } from "@/lib/panel/quotes/shared/QuoteChanges.tsx";
import { AskForm, QuoteQuestions } from "@/lib/panel/quotes/shared/QuoteQuestions.tsx";
import type { RefusedAnswer } from "@/lib/panel/quotes/shared/refused_answer.ts";
import { QuoteDocument } from "@/lib/panel/quotes/shared/QuoteDocument.tsx";
import { dayIn, formatDay } from "@/lib/values/dates.ts";
import { speak } from "@/lib/words/language.ts";
import { type QuotationWords, quotationWords } from "@/lib/words/quotations/quotation.ts";
import type { QuoteChanges as Changes } from "@/lib/sales/sharing/quote_changes.ts";
import type { QuotePage } from "@/lib/sales/sharing/quote_page.ts";

interface SharedQuoteProps {
  page: QuotePage;
  /** The page's own path. */
  path: string;
  refused?: RefusedAnswer;
}

/** A quotation's public page: the offer, its state, and the forms to answer it. */
export function SharedQuote({ page, path, refused }: SharedQuoteProps) {
  const { quote, company, front } = page;
  const words = speak(quotationWords, front.language);
  const { document } = quote;
  const isOpen = quote.status === "sent" && !quote.expired && !quote.withdrawn;
  return (
    <div
      class={`mx-auto px-4 py-6 md:px-8 md:py-10 print:max-w-none print:p-0 ${
        isOpen ? "max-w-280" : "max-w-208"
      }`}
    >
      <header class="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Sign company={company} />
        {document && !isOpen && (
          <a class="button print:hidden" href={`${path}/pdf`} aria-current="false">
            <Icon name="download" />
            {words.pdf}
          </a>
        )}
      </header>
      <main class={isOpen ? "grid gap-6 lg:grid-cols-[minmax(0,1fr)_19rem] lg:items-start" : ""}>
        <div class="min-w-0 space-y-6">
          {refused && <Refused refused={refused} document={document} words={words} />}
          <State page={page} words={words} />
          {document && <QuoteDocument document={document} />}
          <QuoteQuestions page={page} />
          {!isOpen && !quote.withdrawn && (
            <details
              class="rounded-lg border border-line bg-raised p-4 md:p-5 print:hidden"
              open={refused?.verb === "ask"}
            >
              <summary class="font-medium">{words.questions.ask}</summary>
              <div class="mt-3 max-w-120">
                <AskForm page={page} path={path} refused={refused} />
              </div>
            </details>
          )}
        </div>
        {document && isOpen && (
          <QuoteAnswer page={page} document={document} path={path} refused={refused} />
        )}
      </main>
    </div>
  );
}

/** The picture where it is one that was uploaded, else the name. */
function Sign({ company }: { company: QuotePage["company"] }) {
  const isOurs = isShownLogo(company.logo);
  return isOurs
    ? <img class="logo" src={company.logo!} alt={company.name} data-fresh-disable-lock />
    : <p class="text-title font-semibold tracking-tight text-accent">{company.name}</p>;
}

interface RefusedProps {
  refused: RefusedAnswer;
  document: QuotePage["quote"]["document"];
  words: QuotationWords;
}

function Refused({ refused: { problem }, document, words }: RefusedProps) {
  const sentences: Partial<Record<string, string>> = words.refused;
  const changes = problem.extras.details?.changes as Changes | null | undefined;
  return (
    <div role="alert" class="rounded-lg bg-danger p-4 text-danger-text print:hidden">
      <p>{sentences[problem.code] ?? words.refused.other}</p>
      {changes && document && <QuoteChanges changes={changes} document={document} />}
    </div>
  );
}

interface Notice {
  icon: IconName;
  colours: string;
  what: string;
  next?: string;
}

function State({ page, words }: { page: QuotePage; words: QuotationWords }) {
  const notice = tell(page, words);
  if (!notice) return null;
  const { icon, colours, what, next } = notice;
  return (
    <div class={`flex gap-3 rounded-lg p-4 ${colours} print:border print:border-line`}>
      <Icon name={icon} class="mt-0.5" />
      <div>
        {page.quote.document
          ? <p class="font-medium">{what}</p>
          : <h1 class="text-title font-semibold tracking-tight">{what}</h1>}
        {next && <p class="mt-0.5 text-pretty">{next}</p>}
      </div>
    </div>
  );
}

/** Its state in words; nothing while it waits for its answer. */
function tell(
  { quote, company, timezone, front }: QuotePage,
  words: QuotationWords,
): Notice | null {
  const { states } = words;
  const { name } = company;
  const contact = [company.phone, company.email].filter(Boolean).join(" · ");
  const day = (instant: Date | null) =>
    instant ? formatDay(dayIn(timezone, new Date(instant)), front.language) : "";
  const approved = states.approved(quote.approved_by_name, day(quote.approved_at));
  const good = { icon: "circle-check", colours: "bg-success text-success-text" } as const;
  if (quote.withdrawn) {
    const next = [states.withdrawnNext(name), contact].filter(Boolean).join(" ");
    return { icon: "info", colours: "bg-info text-info-text", what: states.withdrawn, next };
  }
  switch (quote.status) {
    case "draft": {
      const colours = "bg-info text-info-text";
      return { icon: "info", colours, what: states.draft, next: states.draftNext(name) };
    }
    case "sent": {
      if (!quote.expired) return null;
      const last = formatDay(quote.valid_until, front.language);
      const colours = "bg-warning text-warning-text";
      return { icon: "triangle-alert", colours, what: states.expired(last, name), next: contact };
    }
    case "approved":
      return { ...good, what: approved, next: states.approvedNext(name) };
    case "sold":
      return { ...good, what: approved, next: states.sold(name) };
    case "rejected": {
      const colours = "bg-sunken text-text";
      const what = states.rejected(day(quote.rejected_at));
      return { icon: "x", colours, what, next: states.rejectedNext(name) };
    }
  }
}
