import { usePage, useWords } from "@/components/page.ts";
import type { findAccount } from "@/lib/channels/accounts/accounts.ts";
import { formatAhead } from "@/lib/values/dates.ts";
import { channelsWords } from "@/lib/panel/channels/words.ts";

export type Account = Awaited<ReturnType<typeof findAccount>>;

const colours: Record<Account["state"], string> = {
  checking: "bg-line-strong",
  working: "bg-success-solid",
  failing: "bg-danger-solid",
  paused: "bg-warning-solid",
};

/** A dot and words: how an account is, since when it fails, and what went wrong last. */
export function ChannelState({ account }: { account: Account }) {
  const page = usePage();
  const { state, paused_by, last_error, failing_since } = account;
  const words = useWords(channelsWords);
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
            {` ${words.since(formatAhead(failing_since, page))}`}
          </time>
        )}
        {state === "failing" && last_error && `: ${last_error}`}
      </span>
    </span>
  );
}
