import { formatMinute } from "@/lib/values/dates.ts";
import { maxReply } from "@/lib/phone/inbox/card.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { answerPageWords } from "@/lib/words/phone/answer_page.ts";
import { answerWords } from "@/lib/words/phone/answering.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";
import { typeWords } from "@/lib/words/phone/types.ts";

interface LinkedQuestion {
  title: string;
  body: string;
  type: keyof typeof typeWords;
  priority: "low" | "normal" | "high";
  sender: string | null;
  url: string | null;
  actions: { id: string; label: string }[];
  allowReply: boolean;
  createdAt: Date;
  expiresAt: Date | null;
  company: string;
  timezone: string;
  standing: "open" | "plain" | "answered" | "others" | "expired" | "closed";
  answeredBy: string | null;
  action: { label: string } | null;
  reply: string | null;
  respondedAt: Date | null;
}

interface AnswerPageProps {
  question: LinkedQuestion;
  language: Language;
  /** The reason why the answer was refused, and its text. */
  refused: { message: string; reply: string } | null;
}

const otherLanguage = new Map<Language, Language>([["es", "en"], ["en", "es"]]);

/** A notification with its buttons as a form: it needs neither script nor app. */
export function AnswerPage({ question, language, refused }: AnswerPageProps) {
  const words = speak(answerPageWords, language);
  const when = (at: Date) => formatMinute(at, { language, timeZone: question.timezone });
  return (
    <div class="phone">
      <header class="top">
        <div class="top-text">
          <h1>{question.company}</h1>
        </div>
        <a class="button button-plain" href={`?lang=${otherLanguage.get(language)}`}>
          {words.language}
        </a>
      </header>
      <main>
        <article class="card">
          <div class="card-text">
            <p class="meta">
              <span class={`type-word type-${question.type}`}>
                {speak(typeWords, language)[question.type]}
              </span>
              {question.priority === "high" && (
                <span class="urgent">{speak(phoneInboxWords, language).urgent}</span>
              )}
            </p>
            <h2 dir="auto">{question.title}</h2>
            <p class="body" dir="auto">{question.body}</p>
            {question.url && (
              <p>
                <a class="link-button" href={question.url} rel="noopener noreferrer">
                  {words.open}
                </a>
              </p>
            )}
            <p class="soft">
              {words.from(question.sender ?? question.company, when(question.createdAt))}
            </p>
          </div>
          <div class="card-answers">
            {refused && <p class="failure" role="alert">{refused.message}</p>}
            {question.standing === "open"
              ? <AnswerForm question={question} language={language} typed={refused?.reply ?? ""} />
              : <p class="strong" role="status">{outcomeOf(question, language, when)}</p>}
          </div>
        </article>
      </main>
    </div>
  );
}

function AnswerForm(
  { question, language, typed }: { question: LinkedQuestion; language: Language; typed: string },
) {
  const { actions, allowReply, expiresAt, timezone: timeZone } = question;
  const words = speak(answerPageWords, language);
  const labels = speak(answerWords, language);
  return (
    <form class="reply" method="post">
      {allowReply && (
        <>
          <label for="reply">{actions.length > 0 ? labels.addition : labels.reply}</label>
          <textarea
            id="reply"
            name="reply"
            rows={3}
            data-most={maxReply}
            dir="auto"
            required={actions.length === 0}
          >
            {typed}
          </textarea>
        </>
      )}
      {actions.length > 0 && (
        <div class="answers answers-tall" role="group" aria-label={labels.group}>
          {actions.map(({ id, label }) => (
            <button key={id} type="submit" class="answer" name="actionId" value={id}>
              {label}
            </button>
          ))}
        </div>
      )}
      {allowReply && (
        <button
          type="submit"
          class={`answer ${actions.length === 0 ? "answer-chosen" : "answer-text"}`}
        >
          {actions.length === 0 ? labels.send : labels.sendAlone}
        </button>
      )}
      <p class="soft">
        {words.once}
        {expiresAt && ` ${words.until(formatMinute(expiresAt, { language, timeZone }))}`}
      </p>
    </form>
  );
}

function outcomeOf(
  question: LinkedQuestion,
  language: Language,
  when: (at: Date) => string,
): string {
  const words = speak(answerPageWords, language);
  switch (question.standing) {
    case "answered": {
      const what = [question.action?.label, question.reply && `«${question.reply}»`].filter(
        Boolean,
      );
      return `${words.answered(what.join(" · "))}. ${
        words.answeredAt(when(question.respondedAt!))
      }`;
    }
    case "others":
      return words.others(question.answeredBy!);
    case "expired":
      return words.expired(when(question.expiresAt!));
    case "closed":
      return words.closed;
    default:
      return words.plain;
  }
}
