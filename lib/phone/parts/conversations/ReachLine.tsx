import { Icon } from "@/components/icons/Icon.tsx";
import { whenOf } from "@/lib/phone/inbox/days.ts";
import { useServerNow } from "@/lib/phone/page/hooks.ts";
import type { ConversationAccount } from "@/lib/phone/conversations/conversation.ts";
import { type Standing, standingOf, timeLeft } from "@/lib/values/app_reach.ts";
import { mostParts, partCount } from "@/lib/values/text_parts.ts";
import { appWords } from "@/lib/words/apps/app_words.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { messageWords } from "@/lib/words/message_words.ts";

interface ReachLineProps {
  account: ConversationAccount;
  text: string;
  files: number;
  language: Language;
  /** Opens the templates. */
  onTemplates(): void;
}

/** How long the customer can be written to by the app, and in how many messages it leaves. */
export function ReachLine(props: ReachLineProps) {
  const { account, text, files, language, onTemplates } = props;
  const isLast = isLastHour(account);
  const now = new Date(useServerNow(isLast ? 1_000 : 30_000));
  const words = speak(messageWords, language).reach;
  const standing = appStanding(account, now);
  if (!standing) return null;
  const { limits } = account;
  const limit = limits.bytes === null
    ? { most: limits.characters!, unit: "characters" as const }
    : { most: limits.bytes, unit: "bytes" as const };
  const count = partCount(text, files, limit);
  if (!("until" in standing)) {
    return (
      <>
        <p class="write-why" id="write-over" role="status">
          <Icon name="circle-alert" class="icon" />
          <span>{whyOver(standing, language)}</span>
        </p>
        {standing.state === "template" && (
          <button type="button" class="button button-primary button-tall" onClick={onTemplates}>
            {appWords.choose[language]}
          </button>
        )}
      </>
    );
  }
  const rest = timeLeft(standing.until, now);
  return (
    <div class="write-reach soft">
      {standing.state === "human_agent"
        ? <p>{words.agent(whenOf(standing.until.toISOString(), now.getTime(), language))}</p>
        : "hours" in rest
        ? <p>{words.left(rest.hours)}</p>
        : <p role="timer">{words.clock(rest.clock)}</p>}
      <p role="status">
        {count > mostParts ? words.tooMany(count, mostParts) : count > 1 ? words.parts(count) : ""}
      </p>
    </div>
  );
}

function whyOver(standing: Exclude<Standing, { until: Date }>, language: Language): string {
  const words = speak(messageWords, language).reach;
  const { state, isFirst } = standing;
  if (state === "closed") return isFirst ? words.first : words.closed;
  return isFirst ? words.firstTemplate : words.onlyTemplate;
}

/** Null where an account has no window: mail, programs, and what phones of before have stored. */
export function appStanding(
  { kind, window_until: windowUntil, after }: ConversationAccount,
  now: Date,
): Standing | null {
  if (kind === "email" || kind === "program" || windowUntil === undefined) return null;
  return standingOf({ windowUntil, after }, now);
}

function isLastHour({ window_until: until }: ConversationAccount): boolean {
  const leftMs = until ? Date.parse(until) - Date.now() : -1;
  return leftMs > 0 && leftMs < 3_660_000;
}
