import { Field } from "@/components/Field.tsx";
import { dayIn, formatDay } from "@/lib/values/dates.ts";
import { errorOf, type RefusedAnswer } from "@/lib/panel/quotes/shared/refused_answer.ts";
import type { QuotePage } from "@/lib/sales/sharing/quote_page.ts";
import { speak } from "@/lib/words/language.ts";
import { quotationWords } from "@/lib/words/quotations/quotation.ts";

interface QuestionsProps {
  page: QuotePage;
}

/** Earlier questions and answers, oldest first; renders nothing if there are none. */
export function QuoteQuestions({ page }: QuestionsProps) {
  const { quote, company, timezone, front } = page;
  const { language } = front;
  const words = speak(quotationWords, language).questions;
  const { said } = quote;
  if (said.length === 0) return null;
  return (
    <section
      aria-labelledby="said-heading"
      class="rounded-lg border border-line bg-raised p-4 md:p-5 print:hidden"
    >
      <h2 id="said-heading" class="font-semibold">{words.heading}</h2>
      <ol class="mt-3 space-y-3">
        {said.map(({ at, kind, text }, index) => (
          <li key={index} class={kind === "answer" ? "ml-6" : ""}>
            <p class="text-label text-soft">
              <span class="font-medium text-text">
                {kind === "answer" ? company.name : words.you}
              </span>
              {kind === "declined" && ` · ${words.declined}`}
              {` · ${formatDay(dayIn(timezone, new Date(at)), language)}`}
            </p>
            {text && <p class="whitespace-pre-line wrap-anywhere" dir="auto">{text}</p>}
          </li>
        ))}
      </ol>
      {said.at(-1)!.kind === "question" && (
        <p class="mt-3 text-label text-soft">{words.waiting(company.name)}</p>
      )}
    </section>
  );
}

interface AskFormProps extends QuestionsProps {
  /** The page's own path. */
  path: string;
  refused?: RefusedAnswer;
}

/** Form for a question to the company; it works without scripts. */
export function AskForm({ page: { company, front }, path, refused }: AskFormProps) {
  const words = speak(quotationWords, front.language).questions;
  const mine = refused?.verb === "ask" ? refused : undefined;
  return (
    <form method="post" action={`${path}/ask`} class="space-y-3">
      <Field
        name="question"
        label={words.question}
        hint={words.questionHint(company.name)}
        error={errorOf(mine, "question", front.language)}
      >
        {(control) => (
          <textarea
            {...control}
            class="control"
            rows={3}
            required
            dir="auto"
            autofocus={mine !== undefined}
            value={mine?.typed.question}
          />
        )}
      </Field>
      <button type="submit" class="button w-full">{words.send}</button>
    </form>
  );
}
