import { Field } from "@/components/Field.tsx";
import { Icon } from "@/components/Icon.tsx";
import { formatDay } from "@/lib/dates.ts";
import { speak } from "@/lib/words/language.ts";
import { type QuotationWords, quotationWords } from "@/lib/words/quotation.ts";
import { grossTotal } from "@/lib/sales/document/document_parts.ts";
import type { QuoteDocument } from "@/lib/sales/document/quote_document.ts";
import type { Problem } from "@/lib/input/errors.ts";

/** An answer that was not taken. */
export interface RefusedAnswer {
  verb: "accept" | "reject";
  problem: Problem;
  /** Typed values. */
  typed: Record<string, string>;
}

interface QuoteAnswerProps {
  document: QuoteDocument;
  /** The page's own path. */
  path: string;
  refused?: RefusedAnswer;
}

/** The client's answer to a quotation: plain forms, which need no script. */
export function QuoteAnswer({ document, path, refused }: QuoteAnswerProps) {
  const words = speak(quotationWords, document.language);
  const { valid_until, language } = document;
  return (
    <section
      id="answer"
      aria-labelledby="answer-heading"
      class="scroll-mt-4 rounded-lg border border-line bg-raised p-4 md:p-5 lg:sticky lg:top-8 print:hidden"
    >
      <h2 id="answer-heading" class="sr-only">{words.answer.heading}</h2>
      <p class="text-label text-soft">{words.total}</p>
      <p class="text-title font-semibold tabular-nums">{grossTotal(document)}</p>
      <p class="mt-1 text-soft">{words.states.sent(formatDay(valid_until, language))}</p>
      <AcceptForm document={document} words={words} path={path} refused={refused} />
      <DeclineForm document={document} words={words} path={path} refused={refused} />
    </section>
  );
}

interface FormProps extends QuoteAnswerProps {
  words: QuotationWords;
}

function AcceptForm({ document, words, path, refused }: FormProps) {
  const { answer } = words;
  const mine = refused?.verb === "accept" ? refused : undefined;
  return (
    <form method="post" action={`${path}/accept`} class="mt-5 space-y-4">
      <input type="hidden" name="revision" value={document.revision} />
      <Field
        name="name"
        label={answer.name}
        hint={answer.nameHint}
        error={errorOf(mine, "name", document)}
      >
        {(control) => (
          <input
            {...control}
            class="control"
            required
            maxLength={200}
            autocomplete="name"
            autofocus={errorOf(mine, "name", document) !== undefined}
            value={mine?.typed.name}
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
    <details class="mt-4 border-t border-line pt-2" open={mine !== undefined}>
      <summary class="w-max max-w-full rounded-sm py-2 text-soft hover:text-text">
        {answer.decline}
      </summary>
      <form method="post" action={`${path}/reject`} class="mt-2 space-y-4">
        <input type="hidden" name="revision" value={document.revision} />
        <Field
          name="reason"
          label={answer.reason}
          hint={answer.reasonHint(document.seller.name)}
          error={errorOf(mine, "reason", document)}
        >
          {(control) => (
            <textarea
              {...control}
              class="control"
              required
              maxLength={2000}
              autofocus={errorOf(mine, "reason", document) !== undefined}
              value={mine?.typed.reason}
            />
          )}
        </Field>
        <button type="submit" class="button w-full">{answer.reject}</button>
      </form>
    </details>
  );
}

function errorOf(
  refused: RefusedAnswer | undefined,
  field: string,
  { language }: QuoteDocument,
): string | undefined {
  return refused?.problem.extras.fields?.[field]?.[language];
}
