import { useWords } from "@/components/page.ts";
import { Time } from "@/components/Time.tsx";
import type { ThreadEntry } from "@/lib/crm/contacts/threads.ts";
import { messageWords } from "@/lib/words/message_words.ts";

interface MessageFootProps {
  entry: Pick<ThreadEntry, "reactions" | "edited_at" | "earlier">;
  /** Name of the person who writes. */
  title: string;
}

/** Below a message: its reactions, and what it said before. */
export function MessageFoot({ entry, title }: MessageFootProps) {
  return (
    <>
      <Reactions reactions={entry.reactions} title={title} />
      <Wordings entry={entry} />
    </>
  );
}

function Reactions({ reactions, title }: {
  reactions: ThreadEntry["reactions"];
  title: string;
}) {
  const words = useWords(messageWords);
  if (reactions.length === 0) return null;
  return (
    <ul class="message-reactions" aria-label={words.reactions}>
      {reactions.map(({ emoji, by, at }) => (
        <li key={`${by} ${emoji}`}>
          <span dir="auto">{emoji}</span> <bdi>{by === "them" ? title : words.us}</bdi>{" "}
          <span class="sr-only">
            <Time at={at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Wordings({ entry: { edited_at, earlier } }: Pick<MessageFootProps, "entry">) {
  const words = useWords(messageWords);
  if (!edited_at) return null;
  const label = (
    <>
      {words.edited} <Time at={edited_at} />
    </>
  );
  if (earlier.length === 0) return <p class="mt-1 text-label text-soft">{label}</p>;
  return (
    <details class="mail-fold">
      <summary>{label}</summary>
      <ol aria-label={words.before}>
        {earlier.map(({ body, at }, index) => (
          <li key={index}>
            <p>
              {words.before} (<Time at={at} />)
            </p>
            <div class="mail-quoted" dir="auto">{body}</div>
          </li>
        ))}
      </ol>
    </details>
  );
}
