import { useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { FileList } from "@/lib/panel/record/files/FileList.tsx";
import type { ThreadEntry } from "@/lib/crm/contacts/threads.ts";
import { webLink } from "@/lib/values/map_link.ts";
import { messageWords } from "@/lib/words/message_words.ts";

interface MessageLeadProps {
  entry: Pick<ThreadEntry, "id" | "answers" | "source" | "files">;
  /** Name of the person who writes. */
  title: string;
  hrefOf: (id: number) => string;
}

/** Above a message: what led to it, and what it answers. */
export function MessageLead({ entry, title, hrefOf }: MessageLeadProps) {
  const { answers, source } = entry;
  const words = useWords(messageWords);
  return (
    <>
      {source && source.kind !== "elsewhere" && (
        <p class="message-source">
          <span>{words.sources[source.kind]}</span>
          <SourceName source={source} />
        </p>
      )}
      <FileList
        files={entry.files.filter(({ id }) => id === source?.file_id)}
        messageId={entry.id}
      />
      {answers && (
        <a class="message-answers" href={hrefOf(answers.id)}>
          <span dir="auto">
            {answers.direction === "in" ? words.answersTo(title) : words.answersUs}
          </span>
          <span class="line-clamp-2 text-text" dir="auto">{answers.text || words.noText}</span>
        </a>
      )}
    </>
  );
}

function SourceName({ source: { title, url, ref } }: {
  source: NonNullable<ThreadEntry["source"]>;
}) {
  const words = useWords(messageWords);
  const href = webLink(url);
  // An id of Meta's says nothing to people.
  const name = title ?? (ref && /^\d+$/.test(ref) ? null : ref);
  if (href) {
    return (
      <a class="message-link" href={href} target="_blank" rel="noopener noreferrer">
        <Icon name="external-link" />
        <bdi>{name ?? words.opens}</bdi>
      </a>
    );
  }
  return name && <bdi class="text-text">{name}</bdi>;
}
