import type { findAccount } from "@/lib/channels/accounts/accounts.ts";
import { formatAhead, type TimeFormat } from "@/lib/values/dates.ts";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import { speak } from "@/lib/words/language.ts";

export type Account = Awaited<ReturnType<typeof findAccount>>;

const colours: Record<Account["state"], string> = {
  checking: "bg-line-strong",
  working: "bg-success-solid",
  failing: "bg-danger-solid",
  paused: "bg-warning-solid",
};

/** A dot and words: how an account is, since when it fails, and what went wrong last. */
export function ChannelState({ account, format }: { account: Account; format: TimeFormat }) {
  const { state, paused_by, last_error, failing_since } = account;
  const words = speak(channelsWords, format.language);
  const isLoop = state === "paused" && paused_by === "loop";
  return (
    <span class="inline-flex items-baseline gap-1.5">
      <span
        class={`size-1.5 shrink-0 -translate-y-px rounded-full ${colours[state]}`}
        aria-hidden="true"
      />
      <span class={state === "failing" ? "text-danger-text" : ""}>
        {isLoop ? words.loop : words.states[state]}
        {state === "failing" && failing_since && (
          <time dateTime={failing_since.toISOString()}>
            {` ${words.since(formatAhead(failing_since, format))}`}
          </time>
        )}
        {state === "failing" && last_error && `: ${last_error}`}
      </span>
    </span>
  );
}
