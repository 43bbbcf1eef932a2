import { usePage, useWords } from "@/components/page.ts";
import {
  CallbackDot,
  type CallbackStatus,
} from "@/lib/panel/notifications/callbacks/CallbackDot.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import { Time } from "@/components/Time.tsx";
import { nextTryText, outcomeText } from "@/lib/panel/notifications/outcomes.ts";
import { callbackWords } from "@/lib/panel/notifications/callbacks/words.ts";

/** A callback with its attempts. */
export interface LoggedCallback {
  responseId: string;
  userId: string;
  url: string;
  status: CallbackStatus;
  nextAttemptAt: Date | null;
  attempts: Attempt[];
}

interface Attempt {
  number: number;
  startedAt: Date;
  durationMs: number;
  outcome: string;
  status: number | null;
  answer: string | null;
}

/** Callbacks to the program, and the outcome of each attempt. */
export function CallbackLog({ callbacks }: { callbacks: LoggedCallback[] }) {
  const page = usePage();
  const words = useWords(callbackWords);
  return (
    <ul class="divide-y divide-line text-meta">
      {callbacks.map((callback) => (
        <li key={callback.responseId} class="py-2.5" data-id={callback.responseId}>
          <div class="flex items-start gap-3">
            <div class="min-w-0 flex-1">
              <p class="flex flex-wrap items-center gap-x-3">
                <span class="font-medium">{callback.userId}</span>
                <CallbackDot status={callback.status} />
                {callback.nextAttemptAt && (
                  <span class="text-soft">{nextTryText(callback.nextAttemptAt, page)}</span>
                )}
              </p>
              <p class="break-all text-label text-soft">{callback.url}</p>
            </div>
            <button
              type="button"
              class="button"
              data-verb="redeliver"
              data-of={callback.responseId}
            >
              <Icon name="rotate-cw" />
              {words.redeliver}
            </button>
          </div>
          {callback.attempts.length > 0 && (
            <ol class="mt-1.5 space-y-1">
              {callback.attempts.map((attempt) => (
                <AttemptLine
                  key={attempt.number}
                  id={`attempt-${callback.responseId}-${attempt.number}`}
                  attempt={attempt}
                />
              ))}
            </ol>
          )}
        </li>
      ))}
    </ul>
  );
}

interface AttemptLineProps {
  id: string;
  attempt: Attempt;
}

function AttemptLine({ id, attempt }: AttemptLineProps) {
  const { language } = usePage();
  const words = useWords(callbackWords);
  return (
    <li id={id} class="text-soft">
      <p class="flex flex-wrap items-baseline gap-x-2 tabular-nums">
        <span>{words.attempt(attempt.number)}</span>
        <span class="text-text">{outcomeText(attempt, language)}</span>
        <span>{durationOf(attempt.durationMs)}</span>
        <Time at={attempt.startedAt} />
      </p>
      {attempt.answer && (
        <details>
          <summary class="w-fit py-1 text-label text-soft hover:text-text">
            {words.answer}
          </summary>
          <pre class="mt-1 max-h-64 overflow-auto rounded-md bg-sunken p-2 text-label text-text whitespace-pre-wrap">
            {attempt.answer}
          </pre>
        </details>
      )}
    </li>
  );
}

function durationOf(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
