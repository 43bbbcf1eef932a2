import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { isOver } from "@/lib/panel/composer/apps/use_standing.ts";
import { appWords } from "@/lib/words/apps/app_words.ts";
import { type Reach, recipientOf, type Standing, timeLeft } from "@/lib/values/app_reach.ts";
import { formatAhead } from "@/lib/values/dates.ts";
import { messageWords } from "@/lib/words/message_words.ts";

interface WindowLineProps {
  /** Of the sentence that says why nothing can be written. */
  id: string;
  reach: Pick<Reach, "to" | "username">;
  standing: Standing;
  /** Opens the templates; none where they stand below. */
  onTemplates?: (() => void) | null;
}

/** Whom a message by an app goes to, and how long they can be written to. */
export function WindowLine({ id, reach, standing, onTemplates }: WindowLineProps) {
  const words = useWords(appWords);
  const reachWords = useWords(messageWords).reach;
  return (
    <>
      <p class="flex flex-wrap items-center gap-x-1.5">
        <span>
          {words.to} <bdi class="text-text">{recipientOf(reach)}</bdi>
        </span>
        {!isOver(standing) && (
          <>
            <span aria-hidden="true">·</span>
            <Left standing={standing} />
          </>
        )}
      </p>
      {isOver(standing) && (
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
    </>
  );
}

type Words = ReturnType<typeof useWords<typeof messageWords>>["reach"];

function whyOver(standing: Standing, words: Words): string {
  const isFirst = "isFirst" in standing && standing.isFirst;
  if (standing.state === "template") return isFirst ? words.firstTemplate : words.onlyTemplate;
  return isFirst ? words.first : words.closed;
}

function Left({ standing }: { standing: Standing }) {
  const page = usePage();
  const words = useWords(messageWords).reach;
  if (!("until" in standing)) return null;
  const { state, until } = standing;
  if (state === "human_agent") return <span>{words.agent(formatAhead(until, page))}</span>;
  const rest = timeLeft(until, new Date());
  if ("hours" in rest) return <span>{words.left(rest.hours)}</span>;
  return <span role="timer" class="tabular-nums text-warning-text">{words.clock(rest.clock)}</span>;
}
