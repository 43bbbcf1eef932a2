import { Icon } from "@/components/icons/Icon.tsx";
import { CompanyMark } from "@/lib/phone/parts/CompanyMark.tsx";
import { age } from "@/lib/phone/inbox/days.ts";
import { isUncounted } from "@/lib/phone/inbox/my_answers.ts";
import { readAll } from "@/lib/phone/inbox/receipts.ts";
import { useServerNow, useStore } from "@/lib/phone/page/hooks.ts";
import { goBack, goTo } from "@/lib/phone/page/navigation.ts";
import { onePerPerson } from "@/lib/phone/pairing.ts";
import { devicesOfPerson, type PhoneState } from "@/lib/phone/page/state.ts";
import { conversationKey, conversations } from "@/lib/phone/conversations/state.ts";
import type { View } from "@/lib/phone/page/view.ts";
import { speak } from "@/lib/words/language.ts";
import { answerWords } from "@/lib/words/phone/answering.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";
import { phonePairingWords } from "@/lib/words/phone/pairing.ts";
import { phoneSettingsWords } from "@/lib/words/phone/settings.ts";

interface PhoneHeaderProps {
  state: PhoneState;
  view: View;
  unread: number;
  /** Paired with nobody: there is no list to go back to. */
  isFirst: boolean;
}

/** The title of the view, the owner of its messages, and the link to the settings. */
export function PhoneHeader({ state, view, unread, isFirst }: PhoneHeaderProps) {
  const { language, pairings, outbox, unsent } = state;
  // Looked at now and then, so that what is said of the list's age stays true.
  useServerNow(30_000);
  const pending = unsent.length +
    outbox.filter((item) => item.state === "waiting" || isUncounted(item)).length;
  const mine = speak(answerWords, language).mine;
  const words = speak(phoneInboxWords, language);
  const titles = {
    inbox: words.title,
    card: words.message,
    conversations: words.conversations,
    conversation: useConversationName(view) ?? words.conversations,
    answers: mine.title,
    pair: speak(phonePairingWords, language).title,
    settings: speak(phoneSettingsWords, language).title,
  };
  const isInbox = view.name === "inbox";
  const isList = isInbox || view.name === "conversations";
  return (
    <header class="top">
      {!isList && !(isFirst && view.name === "pair") && (
        <button type="button" class="top-button" aria-label={words.card.back} onClick={goBack}>
          <Icon name="arrow-left" class="icon" />
        </button>
      )}
      <div class="top-text">
        <h1 dir="auto">{titles[view.name]}</h1>
        {isList && pairings.length > 0 && <Owner state={state} />}
      </div>
      {isInbox && unread > 0 && (
        <button
          type="button"
          class="top-read"
          aria-label={`${words.unread(unread)}. ${words.readAll}`}
          onClick={readAll}
        >
          <span aria-hidden="true">{unread > 99 ? "99+" : unread}</span>
          <Icon name="check" class="icon" />
        </button>
      )}
      {isInbox && pairings.length > 0 && (
        <button
          type="button"
          class="top-button"
          aria-label={pending > 0 ? mine.pending(pending) : mine.title}
          onClick={() => goTo({ name: "answers" })}
        >
          <Icon name="reply" class="icon" />
          {pending > 0 && <span class="new-dot" />}
        </button>
      )}
      {view.name !== "settings" && (
        <button
          type="button"
          class="top-button"
          aria-label={words.settings}
          onClick={() => goTo({ name: "settings" })}
        >
          <Icon name="settings" class="icon" />
        </button>
      )}
    </header>
  );
}

/** The company and people that the list is for, or the age of a stored list. */
function Owner({ state: { language, pairings, inboxes, phase } }: { state: PhoneState }) {
  const words = speak(phoneInboxWords, language);
  const read = onePerPerson(pairings);
  const companies = new Set(read.map(({ company }) => company.id)).size;
  const [only] = read;
  const times = Object.values(inboxes).map(({ fetchedAt }) => fetchedAt);
  const old = phase === "kept" && times.length > 0
    ? age(Date.now() - Math.min(...times), language)
    : null;
  return (
    <p class="top-who">
      {old !== null ? <span>{words.cached(old)}</span> : only && companies === 1
        ? (
          <>
            <CompanyMark company={only.company} />
            <span dir="auto">
              {[only.company.name, ...read.map((one) => one.userId)].join(" · ")}
            </span>
          </>
        )
        : <span>{words.companies(companies)}</span>}
    </p>
  );
}

/** The customer's name, once it is known. */
function useConversationName(view: View): string | undefined {
  const { threads, lists } = useStore(conversations);
  if (view.name !== "conversation") return undefined;
  const { device, contactId } = view;
  // It may be read by another pairing of theirs.
  const devices = device === null ? [] : [...devicesOfPerson(device)];
  const names = devices.map((one) =>
    threads[conversationKey(one, contactId)]?.thread.name ??
      lists[one]?.talks.find(({ contact_id }) => contact_id === contactId)?.name
  );
  return names.find((name) => name !== undefined);
}
