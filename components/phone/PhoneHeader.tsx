import { Icon } from "@/components/Icon.tsx";
import { CompanyMark } from "@/components/phone/CompanyMark.tsx";
import { age } from "@/lib/phone/inbox/days.ts";
import { readAll } from "@/lib/phone/inbox/receipts.ts";
import { goBack } from "@/lib/phone/page/navigation.ts";
import type { PhoneState } from "@/lib/phone/page/state.ts";
import type { View } from "@/lib/phone/page/view.ts";
import { speak } from "@/lib/words/language.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";
import { phonePairingWords } from "@/lib/words/phone/pairing.ts";
import { phoneSettingsWords } from "@/lib/words/phone/settings.ts";

interface PhoneHeaderProps {
  state: PhoneState;
  view: View;
  unread: number;
  /** Paired with nobody: there is no list to go back to. */
  isFirst: boolean;
  onSettings(): void;
}

/** Where one is, whose messages these are, and the way to the settings. */
export function PhoneHeader({ state, view, unread, isFirst, onSettings }: PhoneHeaderProps) {
  const { language, pairings, inboxes, phase } = state;
  const words = speak(phoneInboxWords, language);
  const titles = {
    inbox: words.title,
    card: words.message,
    pair: speak(phonePairingWords, language).title,
    settings: speak(phoneSettingsWords, language).title,
  };
  const isInbox = view.name === "inbox";
  const [only] = pairings.length === 1 ? pairings : [];
  const kept = Object.values(inboxes).map(({ fetchedAt }) => fetchedAt);
  const old = phase === "kept" && kept.length > 0
    ? age(Date.now() - Math.min(...kept), language)
    : null;
  return (
    <header class="top">
      {!isInbox && !(isFirst && view.name === "pair") && (
        <button type="button" class="top-button" aria-label={words.card.back} onClick={goBack}>
          <Icon name="arrow-left" class="icon" />
        </button>
      )}
      <div class="top-text">
        <h1>{titles[view.name]}</h1>
        {isInbox && pairings.length > 0 && (
          <p class="top-who">
            {old !== null ? <span>{words.cached(old)}</span> : only
              ? (
                <>
                  <CompanyMark company={only.company} />
                  <span>{only.company.name} · {only.userId}</span>
                </>
              )
              : <span>{words.companies(pairings.length)}</span>}
          </p>
        )}
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
      {view.name !== "settings" && (
        <button type="button" class="top-button" aria-label={words.settings} onClick={onSettings}>
          <Icon name="settings" class="icon" />
        </button>
      )}
    </header>
  );
}
