import type { RowState } from "@/lib/notify/sending/notification_row.ts";
import type { NotificationWords } from "@/lib/panel/notifications/words.ts";

/** The same colour for the same meaning everywhere. */
const colours: Record<RowState, string> = {
  answered: "bg-success-solid",
  read: "bg-info-solid",
  delivered: "bg-info-solid",
  sent: "bg-info-solid",
  queued: "bg-warning-solid",
  failed: "bg-danger-solid",
  expired: "bg-line-strong",
  replaced: "bg-line-strong",
  cancelled: "bg-line-strong",
};

interface StatusProps {
  state: RowState;
  /** How many are in this state; said from two on. */
  count?: number;
  words: NotificationWords;
}

/** A dot and a word. */
export function Status({ state, count = 1, words }: StatusProps) {
  return (
    <span class="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span class={`size-1.5 shrink-0 rounded-full ${colours[state]}`} aria-hidden="true" />
      {words.states[state]}
      {count > 1 && <span class="tabular-nums text-soft">{count}</span>}
    </span>
  );
}
