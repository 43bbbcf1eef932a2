import { usePage, useWords } from "@/components/page.ts";
import type { ComponentChildren } from "preact";
import { Time } from "@/components/Time.tsx";
import type { FileRecord } from "@/lib/files/file.ts";
import { FileList } from "@/lib/panel/record/files/FileList.tsx";
import { type Delivery, DeliveryStanding } from "@/lib/panel/record/delivery/DeliveryStanding.tsx";
import { sectionOf } from "@/lib/panel/live/sections.ts";
import { overruledLines } from "@/lib/panel/record/merge/overruled.ts";
import { historyWords, sayDeed } from "@/lib/panel/record/history_words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** An entry of a record's timeline, as the API gives it. */
export interface Entry {
  kind: string;
  id: number;
  at: Date | string;
  by: { id: number; name: string | null } | null;
  subject: { type: string; id: number; name: string | null } | null;
  files?: FileRecord[];
  /** Delivery of a message sent by an account. */
  delivery?: Delivery | null;
  [part: string]: unknown;
}

interface TimelineProps {
  entries: Entry[];
  /** The record itself: other subjects are named and linked. */
  of: { type: string; id: number };
  total: number;
}

/** History, newest first: activities in a line, notes and messages with their text. */
export function Timeline({ entries, of, total }: TimelineProps) {
  const { language } = usePage();
  const words = useWords(historyWords);
  if (entries.length === 0) return <p class="text-meta text-soft">{words.empty}</p>;
  return (
    <>
      <ol class="space-y-3 text-meta">
        {entries.map((entry) => (
          <li key={`${entry.kind}-${entry.id}`}>
            <p class="text-soft">
              <bdi class="font-medium text-text">{whoOf(entry, words)}</bdi>{" "}
              {deedOf(entry, of, words, language)}
              <About entry={entry} of={of} /> · <Time at={entry.at} />
            </p>
            {wordsOf(entry, language) && (
              <p class="mt-0.5 whitespace-pre-line border-l-2 border-line pl-2.5" dir="auto">
                {wordsOf(entry, language)}
              </p>
            )}
            {entry.delivery && (
              <p class="mt-1 flex items-start gap-x-1.5 text-label">
                <DeliveryStanding delivery={entry.delivery} />
              </p>
            )}
            <FileList files={entry.files ?? []} />
          </li>
        ))}
      </ol>
      {total > entries.length && (
        <p class="mt-3 text-label text-soft">{`${entries.length} / ${total}`}</p>
      )}
    </>
  );
}

/** Text of a note or message, the note of an approval decision, or what a merge overruled. */
function wordsOf({ body, changes, verb }: Entry, language: Language): string {
  if (typeof body === "string") return body;
  if (verb === "merged") return overruledLines(changes as Record<string, unknown>, language);
  const isDecision = verb === "approval_given" || verb === "approval_refused";
  const { note } = (changes ?? {}) as { note?: [unknown, unknown] };
  return isDecision && note ? String(note[1]) : "";
}

type Words = ReturnType<typeof speak<typeof historyWords>>;

function whoOf(entry: Entry, words: Words): string {
  if (entry.by) return entry.by.name ?? "";
  return entry.actor_kind === "system" ? words.system : words.public;
}

function deedOf(
  entry: Entry,
  of: TimelineProps["of"],
  words: Words,
  language: Language,
): ComponentChildren {
  const isByPhone = entry.channel === "phone";
  if (isByPhone && entry.direction === "in") return words.rang;
  if (entry.call === true || (isByPhone && entry.direction === "out")) return words.called;
  if (entry.to_client) return entry.by ? words.answeredClient : words.asked;
  if (entry.kind === "note") return words.note.toLowerCase();
  if (entry.kind === "message") {
    return of.type === "quote" ? words.wrote : words.messages[String(entry.direction)];
  }
  const { verb, changes } = entry;
  return sayDeed({ noun: entry.subject?.type ?? of.type, verb: String(verb), changes }, language);
}

/** Link to the entry's record, unless it is the page's. */
function About(
  { entry, of }: { entry: Entry; of: TimelineProps["of"] },
) {
  const { href } = usePage();
  const { subject } = entry;
  if (!subject || (subject.type === of.type && subject.id === of.id)) return null;
  const page = sectionOf(subject.type);
  const name = subject.name ?? `#${subject.id}`;
  if (!page) {
    return (
      <>
        {" · "}
        <bdi>{name}</bdi>
      </>
    );
  }
  return (
    <>
      {" · "}
      <a
        class="text-text underline decoration-line-strong underline-offset-2"
        href={href(`/panel/${page}/${subject.id}`)}
      >
        <bdi>{name}</bdi>
      </a>
    </>
  );
}
