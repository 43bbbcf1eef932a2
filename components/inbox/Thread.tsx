import { Time } from "@/components/Time.tsx";
import type { ThreadEntry } from "@/lib/crm/contacts/threads.ts";
import type { TimeFormat } from "@/lib/dates.ts";
import { speak } from "@/lib/words/language.ts";
import { inboxWords } from "@/lib/words/panel/inbox.ts";

interface ThreadProps {
  entries: ThreadEntry[];
  total: number;
  /** What the contact is called. */
  title: string;
  /** The same page with the whole thread. */
  whole: string;
  format: TimeFormat;
}

const looks = {
  in: "thread-words",
  out: "thread-words thread-ours",
  note: "thread-words thread-note",
};

/** What was said and noted, the newest at the bottom. */
export function Thread({ entries, total, title, whole, format }: ThreadProps) {
  const words = speak(inboxWords, format.language);
  const earlier = total - entries.length;
  if (total === 0) return <p class="py-6 text-center text-soft">{words.emptyThread}</p>;
  return (
    <>
      {earlier > 0 && (
        <p class="pb-3 text-center text-meta">
          <a class="font-medium text-accent" href={whole}>{words.older(earlier)}</a>
        </p>
      )}
      <ol class="space-y-4">
        {entries.map((entry) => (
          <li key={`${entry.kind}-${entry.id}`} class={entry.direction === "out" ? "md:ml-16" : ""}>
            <p class="mb-1 flex flex-wrap items-baseline gap-x-2 text-label text-soft">
              <bdi class="font-medium text-text">{whoSaid(entry, title)}</bdi>
              <Time at={entry.at} format={format} />
              {entry.direction === "out" && <span>· {words.recorded}</span>}
              {entry.direction === "note" && <span>· {words.note.toLowerCase()}</span>}
            </p>
            <div class={looks[entry.direction]} dir="auto">{entry.body}</div>
            <FormFields entry={entry} />
          </li>
        ))}
      </ol>
    </>
  );
}

function whoSaid({ direction, author, meta }: ThreadEntry, title: string): string {
  if (direction === "in") return meta?.sender.name ?? title;
  return author ?? "";
}

/** What the site's form asked beside the message. */
function FormFields({ entry }: { entry: ThreadEntry }) {
  const fields = Object.entries(entry.meta?.fields ?? {});
  if (fields.length === 0) return null;
  return (
    <dl class="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-label text-soft">
      {fields.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd class="text-text" dir="auto">{value}</dd>
        </>
      ))}
    </dl>
  );
}
