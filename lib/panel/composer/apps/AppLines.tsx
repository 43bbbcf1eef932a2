import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { limits, type MetaKind } from "@/lib/channels/meta/out/limits.ts";
import type { MetaReach } from "@/lib/crm/contacts/conversation/senders.ts";
import { recipientOf, type Standing, standingOf, timeLeft } from "@/lib/values/app_reach.ts";
import { mostParts, partCount } from "@/lib/values/text_parts.ts";
import { appWords } from "@/lib/words/app_words.ts";
import { formatAhead } from "@/lib/values/dates.ts";
import { messageWords } from "@/lib/words/message_words.ts";

interface AppLinesProps {
  id: string;
  kind: MetaKind;
  reach: MetaReach;
  text: string;
  files: number;
  /** Opens the templates; none where they cannot be used. */
  onTemplates: (() => void) | null;
  /** Told whether the window is over. */
  onStanding(isOver: boolean): void;
}

/** Whom a message by an app goes to, how long they can be written to, and in how many parts. */
export function AppLines(props: AppLinesProps) {
  const { id, kind, reach, text, files, onTemplates, onStanding } = props;
  const words = useWords(appWords);
  const reachWords = useWords(messageWords).reach;
  const standing = useStanding(reach);
  const count = partCount(text, files, limits[kind].text);
  const isOver = standing.state === "template" || standing.state === "closed";
  useEffect(() => {
    onStanding(isOver);
    return () => onStanding(false);
  }, [isOver]);
  return (
    <div class="w-full space-y-1 text-label text-soft">
      <p class="flex flex-wrap items-center gap-x-1.5">
        <span>
          {words.to} <bdi class="text-text">{recipientOf(reach)}</bdi>
        </span>
        {!isOver && (
          <>
            <span aria-hidden="true">·</span>
            <Left standing={standing} />
          </>
        )}
      </p>
      {isOver && (
        <p class="flex flex-wrap items-center gap-x-2 text-warning-text" role="status">
          <Icon name="clock" />
          <span id={id} class="min-w-0 flex-1">{whyOver(standing, reachWords)}</span>
          {standing.state === "template" && onTemplates && (
            <button type="button" class="button button-plain" onClick={onTemplates}>
              {words.choose}
            </button>
          )}
        </p>
      )}
      <p role="status" class={`empty:hidden ${count > mostParts ? "text-danger-text" : ""}`}>
        {count > mostParts
          ? reachWords.tooMany(count, mostParts)
          : count > 1 && !isOver
          ? reachWords.parts(count)
          : ""}
      </p>
    </div>
  );
}

function whyOver(
  standing: Standing,
  words: ReturnType<typeof useWords<typeof messageWords>>["reach"],
): string {
  const isFirst = "isFirst" in standing && standing.isFirst;
  if (standing.state === "template") return isFirst ? words.firstTemplate : words.onlyTemplate;
  return isFirst ? words.first : words.closed;
}

function Left({ standing }: { standing: Standing }) {
  const page = usePage();
  const words = useWords(messageWords).reach;
  if (!("until" in standing)) return null;
  const { state, until } = standing;
  const now = new Date();
  if (state === "human_agent") return <span>{words.agent(formatAhead(until, page))}</span>;
  const rest = timeLeft(until, now);
  if ("hours" in rest) return <span>{words.left(rest.hours)}</span>;
  return <span role="timer" class="tabular-nums text-warning-text">{words.clock(rest.clock)}</span>;
}

const hourMs = 3_600_000;

/** Followed by the second in the last hour, else by the minute. */
function useStanding(reach: MetaReach): Standing {
  const [, redraw] = useState(0);
  const standing = standingOf(reach, new Date());
  const leftMs = "until" in standing ? standing.until.getTime() - Date.now() : null;
  const everyMs = leftMs === null ? null : leftMs < hourMs + 60_000 ? 1_000 : 60_000;
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => redraw((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, reach.windowUntil]);
  return standing;
}
