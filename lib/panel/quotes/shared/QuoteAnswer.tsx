import { Field } from "@/components/Field.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import { formatDay } from "@/lib/values/dates.ts";
import { AskForm } from "@/lib/panel/quotes/shared/QuoteQuestions.tsx";
import { errorOf, type RefusedAnswer } from "@/lib/panel/quotes/shared/refused_answer.ts";
import { speak } from "@/lib/words/language.ts";
import { type QuotationWords, quotationWords } from "@/lib/words/quotations/quotation.ts";
import { grossTotal, taxLabel } from "@/lib/sales/document/document_parts.ts";
import type { QuoteDocument } from "@/lib/sales/document/quote_document.ts";
import type { QuotePage } from "@/lib/sales/sharing/quote_page.ts";

interface QuoteAnswerProps {
  page: QuotePage;
  document: QuoteDocument;
  /** The page's own path. */
  path: string;
  refused?: RefusedAnswer;
}

/**
 * The client's answer: the total and "Accept", which stay at the thumb on a phone, and what else can
 * be done. Plain forms in parts that open, which need no script; accepting takes two touches.
 */
export function QuoteAnswer({ page, document, path, refused }: QuoteAnswerProps) {
  const words = speak(quotationWords, document.language);
  const { answer } = words;
  const { valid_until, language, tax_total } = document;
  const isOther = refused !== undefined && refused.verb !== "accept";
  return (
    <section id="answer" aria-labelledby="answer-heading" class="answer-bar print:hidden">
      <h2 id="answer-heading" class="sr-only">{answer.heading}</h2>
      <p class="answer-total">
        <span class="text-title font-semibold tabular-nums">{grossTotal(document)}</span>{" "}
        {tax_total > 0 && (
          <span class="text-label text-soft">{words.taxIncluded(taxLabel(document))}</span>
        )}
        <span class="mt-1 block text-soft max-lg:sr-only">
          {words.states.sent(formatDay(valid_until, language))}
        </span>
      </p>
      <details name="answer" class="answer-accept" open={refused?.verb === "accept"}>
        <summary class="button button-primary">{answer.begin}</summary>
        <AcceptForm document={document} words={words} path={path} refused={refused} />
      </details>
      <details name="answer" class="answer-other" open={isOther}>
        <summary class="button button-plain">{answer.other}</summary>
        <div class="mt-3 space-y-5">
          <AskForm page={page} path={path} refused={refused} />
          <DeclineForm document={document} words={words} path={path} refused={refused} />
          <a class="button w-full" href={`${path}/pdf`} aria-current="false">
            <Icon name="download" />
            {words.pdf}
          </a>
        </div>
      </details>
    </section>
  );
}

interface FormProps extends Omit<QuoteAnswerProps, "page"> {
  words: QuotationWords;
}

/** Lets the client accept, by default in the name that the quotation is for. */
function AcceptForm({ document, words, path, refused }: FormProps) {
  const { answer } = words;
  const mine = refused?.verb === "accept" ? refused : undefined;
  return (
    <form method="post" action={`${path}/accept`} class="mt-3 space-y-4">
      <input type="hidden" name="revision" value={document.revision} />
      <Field
        name="name"
        label={answer.name}
        hint={answer.nameHint}
        error={errorOf(mine, "name", document.language)}
      >
        {(control) => (
          <input
            {...control}
            class="control"
            required
            dir="auto"
            autocomplete="name"
            autofocus={errorOf(mine, "name", document.language) !== undefined}
            value={mine ? mine.typed.name : document.client.name}
          />
        )}
      </Field>
      <button type="submit" class="button button-primary w-full">
        <Icon name="check" />
        {answer.accept}
      </button>
    </form>
  );
}

function DeclineForm({ document, words, path, refused }: FormProps) {
  const { answer } = words;
  const mine = refused?.verb === "reject" ? refused : undefined;
  return (
    <details class="border-t border-line pt-2" open={mine !== undefined}>
      <summary class="w-max max-w-full rounded-sm py-2 text-soft hover:text-text">
        {answer.decline}
      </summary>
      <form method="post" action={`${path}/reject`} class="mt-2 space-y-4">
        <input type="hidden" name="revision" value={document.revision} />
        <Field
          name="reason"
          label={answer.reason}
          hint={answer.reasonHint(document.seller.name)}
          error={errorOf(mine, "reason", document.language)}
        >
          {(control) => (
            <textarea
              {...control}
              class="control"
              required
              dir="auto"
              autofocus={errorOf(mine, "reason", document.language) !== undefined}
              value={mine?.typed.reason}
            />
          )}
        </Field>
        <button type="submit" class="button w-full">{answer.reject}</button>
      </form>
    </details>
  );
}
