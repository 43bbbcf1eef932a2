import { dialLink } from "@/lib/input/dial_link.ts";
import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { LaterSheet } from "@/lib/phone/parts/later/LaterSheet.tsx";
import { ChannelName } from "@/lib/phone/parts/conversations/ChannelName.tsx";
import { PhoneIcon } from "@/lib/phone/parts/conversations/PhoneIcon.tsx";
import { callPhone } from "@/lib/phone/api.ts";
import { whenOf } from "@/lib/phone/inbox/days.ts";
import { say } from "@/lib/phone/page/state.ts";
import type { Thread } from "@/lib/phone/conversations/conversation.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { conversationWords } from "@/lib/words/phone/conversations.ts";

interface ConversationHeadProps {
  thread: Thread;
  device: string;
  companyId: number;
  language: Language;
  now: number;
  onChange(): void;
}

/** Customer and assignee, with buttons for the actions of one tap. */
export function ConversationHead(
  { thread, device, companyId, language, now, onChange }: ConversationHeadProps,
) {
  const words = speak(conversationWords, language);
  const [isAsking, setAsking] = useState(false);
  const { contact_id: id, assignee, phone, place, later_at: laterAt } = thread;
  const take = async () => {
    const path = `conversations/${id}/take`;
    const outcome = await callPhone(path, { device, method: "POST", language });
    const isTaken = !outcome.ok && outcome.why === "refused" &&
      outcome.code === "invalid_transition";
    if (outcome.ok) say(words.taken);
    else say(isTaken ? words.takenBy : words.failed, true);
    onChange();
  };
  return (
    <>
      <Facts thread={thread} language={language} now={now} />
      <div class="conversation-tools">
        {!assignee && (
          <button type="button" class="conversation-tool" onClick={take}>
            <Icon name="user-check" class="icon" />
            <span>{words.take}</span>
          </button>
        )}
        <button type="button" class="conversation-tool" onClick={() => setAsking(true)}>
          <Icon name="clock" class="icon" />
          <span>{words.later.button}</span>
        </button>
        {phone && (
          <a class="conversation-tool" href={dialLink(phone)}>
            <Icon name="phone" class="icon" />
            <span>{words.call}</span>
          </a>
        )}
        {place && (
          <a
            class="conversation-tool"
            href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            <PhoneIcon name="map" />
            <span>{words.map}</span>
          </a>
        )}
        <a
          class="conversation-tool"
          href={`/panel/contacts/${id}?company_id=${companyId}`}
          target="_blank"
          rel="noopener"
          aria-label={words.panelLabel}
        >
          <Icon name="external-link" class="icon" />
          <span>{words.panel}</span>
        </a>
      </div>
      {isAsking && (
        <LaterSheet
          contactId={id}
          device={device}
          laterAt={laterAt}
          language={language}
          onClose={() => setAsking(false)}
          onChange={onChange}
        />
      )}
    </>
  );
}

/** Channel, company and assignee, and the end of a snooze. */
function Facts(
  { thread, language, now }: Pick<ConversationHeadProps, "thread" | "language" | "now">,
) {
  const words = speak(conversationWords, language);
  const { organization, converted_client: client, assignee, later_at: laterAt } = thread;
  const facts = [
    organization ?? client?.name,
    !assignee ? words.nobody : thread.mine ? words.withYou : words.withWhom(assignee.name ?? ""),
  ];
  return (
    <div class="conversation-facts">
      <p class="meta">
        <ChannelName conversation={thread} language={language} />
        {facts.filter(Boolean).map((fact) => <span key={fact} dir="auto">{fact}</span>)}
      </p>
      {laterAt && (
        <p class="meta">
          <Icon name="clock" class="icon icon-small" />
          <span>{words.later.set(whenOf(laterAt, now, language))}</span>
        </p>
      )}
    </div>
  );
}
