import { ChannelName } from "@/lib/phone/parts/conversations/ChannelName.tsx";
import { CompanyMark } from "@/lib/phone/parts/CompanyMark.tsx";
import { whenOf } from "@/lib/phone/inbox/days.ts";
import { goTo } from "@/lib/phone/page/navigation.ts";
import { addressOf, type View } from "@/lib/phone/page/view.ts";
import type { Pairing } from "@/lib/phone/pairing.ts";
import type { Conversation } from "@/lib/phone/conversations/conversation.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { conversationWords } from "@/lib/words/phone/conversations.ts";

interface ConversationRowProps {
  device: string;
  conversation: Conversation;
  /** The conversation's pairing, where there are several companies. */
  pairing: Pairing | undefined;
  now: number;
  language: Language;
}

/** A conversation in the list: who, what was said last, and whether it waits. */
export function ConversationRow(
  { device, conversation, pairing, now, language }: ConversationRowProps,
) {
  const { contact_id: contactId, name, organization, assignee, last } = conversation;
  const words = speak(conversationWords, language);
  const view: View = { name: "conversation", device, contactId };
  return (
    <li class={`item conversation-row ${conversation.waiting ? "item-new" : ""}`}>
      <span class="conversation-letter" aria-hidden="true" dir="auto">
        {[...name][0]?.toLocaleUpperCase()}
      </span>
      <div class="item-text">
        <p class="meta">
          <ChannelName conversation={conversation} language={language} />
          {organization && <span dir="auto">{organization}</span>}
          {assignee && !conversation.mine && (
            <span dir="auto">{words.withWhom(assignee.name ?? "")}</span>
          )}
          {pairing && (
            <span class="company">
              <CompanyMark company={pairing.company} />
              <bdi>{pairing.company.name}</bdi>
            </span>
          )}
        </p>
        <h3 dir="auto">
          <a
            href={addressOf(view)}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              goTo(view);
            }}
          >
            {name}
          </a>
        </h3>
        <p class="body" dir="auto">
          {last
            ? `${last.direction === "out" ? `${words.answer}: ` : ""}${last.text}`
            : words.noMessages}
        </p>
        {conversation.later_at && (
          <p class="meta">{words.later.set(whenOf(conversation.later_at, now, language))}</p>
        )}
      </div>
      <p class="when">
        {conversation.waiting && <span class="new-dot" role="img" aria-label={words.isWaiting} />}
        <time dateTime={conversation.last_message_at}>
          {whenOf(conversation.last_message_at, now, language)}
        </time>
      </p>
    </li>
  );
}
