import { CompanyMark } from "@/lib/phone/parts/CompanyMark.tsx";
import { whenOf } from "@/lib/phone/inbox/days.ts";
import { goTo } from "@/lib/phone/page/navigation.ts";
import { addressOf, type View } from "@/lib/phone/page/view.ts";
import type { Pairing } from "@/lib/phone/pairing.ts";
import type { Talk } from "@/lib/phone/talks/talk.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { talkWords } from "@/lib/words/phone/talks.ts";
import { channelWord } from "@/lib/words/channel_word.ts";

interface TalkRowProps {
  device: string;
  talk: Talk;
  /** Of several companies: whose it is. */
  pairing: Pairing | undefined;
  now: number;
  language: Language;
}

/** A conversation in the list: who, what was said last, and whether it waits. */
export function TalkRow({ device, talk, pairing, now, language }: TalkRowProps) {
  const { contact_id: contactId, name, organization, channel, assignee, last } = talk;
  const isByMail = talk.by_mail;
  const words = speak(talkWords, language);
  const view: View = { name: "talk", device, contactId };
  return (
    <li class={`item talk-row ${talk.waiting ? "item-new" : ""}`}>
      <span class="talk-letter" aria-hidden="true" dir="auto">
        {[...name][0]?.toLocaleUpperCase()}
      </span>
      <div class="item-text">
        <p class="meta">
          <span>{channelWord(channel, isByMail)[language]}</span>
          {organization && <span dir="auto">{organization}</span>}
          {assignee && !talk.mine && <span dir="auto">{words.withWhom(assignee.name ?? "")}</span>}
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
        {talk.later_at && (
          <p class="meta">{words.later.set(whenOf(talk.later_at, now, language))}</p>
        )}
      </div>
      <p class="when">
        {talk.waiting && <span class="new-dot" role="img" aria-label={words.isWaiting} />}
        <time dateTime={talk.last_message_at}>{whenOf(talk.last_message_at, now, language)}</time>
      </p>
    </li>
  );
}
