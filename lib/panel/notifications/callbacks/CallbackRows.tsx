import { usePage, useWords } from "@/components/page.ts";
import {
  CallbackDot,
  type CallbackStatus,
} from "@/lib/panel/notifications/callbacks/CallbackDot.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import { Time } from "@/components/Time.tsx";
import { nextTryText, outcomeText } from "@/lib/panel/notifications/outcomes.ts";
import { callbackWords } from "@/lib/panel/notifications/callbacks/words.ts";

interface ListedCallback {
  responseId: string;
  notificationId: string;
  title: string;
  userId: string;
  url: string;
  status: CallbackStatus;
  attempts: number;
  lastStatus: number | null;
  lastOutcome: string | null;
  nextAttemptAt: Date | null;
  createdAt: Date;
}

interface CallbackRowsProps {
  rows: ListedCallback[];
}

/** One line for each answer that a program is told of: what, where to, how it stands. */
export function CallbackRows({ rows }: CallbackRowsProps) {
  const page = usePage();
  const { href, language } = page;
  const words = useWords(callbackWords);
  return (
    <ul class="list-rows" data-list>
      {rows.map((row) => (
        <li key={row.responseId} class="list-row" data-id={row.responseId}>
          <div class="flex min-w-0 flex-1 flex-wrap gap-x-3 lg:grid lg:grid-cols-[minmax(0,1fr)_11rem_17rem_8rem] lg:gap-4">
            <div class="min-w-0 basis-full">
              <p class="truncate">
                <a
                  class="row-link font-medium hover:underline"
                  href={href(`/panel/notifications/${row.notificationId}`)}
                >
                  <bdi>{row.title}</bdi>
                </a>
                <bdi class="ml-2 text-soft">{row.userId}</bdi>
              </p>
              <p class="truncate text-label text-soft" title={row.url}>{row.url}</p>
            </div>
            <p>
              <CallbackDot status={row.status} />
            </p>
            <p class="text-soft">
              {words.attempts(row.attempts)}
              {row.lastOutcome &&
                ` · ${outcomeText({ outcome: row.lastOutcome, status: row.lastStatus }, language)}`}
              {row.nextAttemptAt && (
                <span class="block text-label">{nextTryText(row.nextAttemptAt, page)}</span>
              )}
            </p>
            <p class="text-soft tabular-nums lg:text-right">
              <Time at={row.createdAt} />
            </p>
          </div>
          <button
            type="button"
            class="button button-icon shrink-0"
            data-verb="redeliver"
            data-of={row.responseId}
            title={words.redeliver}
          >
            <Icon name="rotate-cw" />
            <span class="sr-only">{`${words.redeliver}: ${row.title}, ${row.userId}`}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
