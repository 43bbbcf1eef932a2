import { hourOf } from "@/lib/phone/inbox/days.ts";
import type { ConversationEntry } from "@/lib/phone/conversations/conversation.ts";
import { mapLink, webLink } from "@/lib/values/map_link.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { messageWords } from "@/lib/words/message_words.ts";

/** What a message by WhatsApp, Instagram or Facebook has beside its text. Kept ones may lack it. */

interface MessagePartsProps {
  entry: ConversationEntry;
  /** Name of the customer. */
  name: string;
  language: Language;
}

/** Above the text: what led to it, and what it answers. */
export function MessageLead({ entry: { source, answers }, name, language }: MessagePartsProps) {
  const words = speak(messageWords, language);
  // Meta's id of a story says nothing to people.
  const ref = source?.kind.startsWith("story") ? null : source?.ref;
  const sourceName = source?.title ?? ref;
  const href = webLink(source?.url ?? null);
  return (
    <>
      {source && source.kind !== "elsewhere" && (
        <p class="bubble-source soft">
          {words.sources[source.kind]} {href
            ? <Away href={href} label={sourceName ?? words.opens} />
            : sourceName && <bdi>{sourceName}</bdi>}
        </p>
      )}
      {answers && (
        <button type="button" class="bubble-answers" onClick={() => show(answers.id)}>
          <span class="soft" dir="auto">
            {answers.direction === "in" ? words.answersTo(name) : words.answersUs}
          </span>
          <br />
          <span dir="auto">{answers.text || words.noText}</span>
        </button>
      )}
    </>
  );
}

function show(id: number): void {
  document.getElementById(`message-${id}`)?.scrollIntoView({ block: "center" });
}

function Away({ href, label }: { href: string; label: string }) {
  return (
    <a class="bubble-link" href={href} target="_blank" rel="noopener noreferrer" dir="auto">
      {label}
    </a>
  );
}

/** Below the text: where it leads, how people reacted, and what it said before. */
export function MessageTail({ entry, name, language }: MessagePartsProps) {
  const { content, reactions = [], edited_at: editedAt, earlier = [], part, template } = entry;
  const words = speak(messageWords, language);
  const shared = content?.type === "shared" ? webLink(content.url) : null;
  const notes = [
    content?.type === "choice" && words.button,
    template && words.template(template.name),
    part && words.part(part.n, part.of),
  ].filter((note) => typeof note === "string");
  return (
    <>
      {content?.type === "location" && <Away href={mapLink(content)} label={words.map} />}
      {shared && <Away href={shared} label={words.opens} />}
      {reactions.length > 0 && (
        <ul class="bubble-reactions" aria-label={words.reactions}>
          {reactions.map(({ emoji, by }) => (
            <li key={`${by} ${emoji}`}>
              <span>{emoji}</span> <bdi>{by === "them" ? name : words.us}</bdi>
            </li>
          ))}
        </ul>
      )}
      {editedAt && (earlier.length === 0
        ? <p class="bubble-earlier soft">{`${words.edited} ${hourOf(editedAt, language)}`}</p>
        : (
          <details class="bubble-earlier">
            <summary>{`${words.edited} ${hourOf(editedAt, language)}`}</summary>
            {earlier.map(({ body, at }) => (
              <p key={at}>
                <span class="soft">{`${words.before} (${hourOf(at, language)})`}</span>
                <br />
                <span dir="auto">{body}</span>
              </p>
            ))}
          </details>
        ))}
      {notes.length > 0 && <p class="bubble-source soft" dir="auto">{notes.join(" · ")}</p>}
    </>
  );
}
