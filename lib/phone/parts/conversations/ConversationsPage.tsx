import { useEffect, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { Older } from "@/lib/phone/parts/Older.tsx";
import { Skeleton } from "@/lib/phone/parts/Skeleton.tsx";
import { ConversationRow } from "@/lib/phone/parts/conversations/ConversationRow.tsx";
import { useConversations } from "@/lib/phone/parts/conversations/hooks.ts";
import { age } from "@/lib/phone/inbox/days.ts";
import { useServerNow } from "@/lib/phone/page/hooks.ts";
import type { PhoneState } from "@/lib/phone/page/state.ts";
import { namesNeeded, onePerPerson } from "@/lib/phone/pairing.ts";
import {
  askFor,
  loadLists,
  loadOlderConversations,
  type LoadOutcome,
} from "@/lib/phone/conversations/load.ts";
import type { ConversationFilter } from "@/lib/phone/conversations/state.ts";
import { listedConversations, nextList } from "@/lib/phone/conversations/conversation.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";
import { conversationWords } from "@/lib/words/phone/conversations.ts";

const typingMs = 250;
const everyMs = 20_000;

/** Conversations of all of the member's companies, newest first. */
export function ConversationsPage({ state }: { state: PhoneState }) {
  const { language, pairings, inboxes, connection } = state;
  const words = speak(conversationWords, language);
  const { lists, filter } = useConversations();
  const now = useServerNow(30_000);
  const members = onePerPerson(pairings).filter(({ isMember }) => isMember);
  const devices = members.map(({ deviceId }) => deviceId).join();
  const newest = Object.values(inboxes).map(({ notifications }) => notifications[0]?.id).join();
  const result = useLists([devices, filter, newest, connection]);
  const rows = listedConversations(lists);
  const isThere = Object.keys(lists).length > 0;
  const oldest = Math.min(...Object.values(lists).map(({ fetchedAt }) => fetchedAt));
  const isOffline = result === "offline" || connection === "offline";
  const { empty } = words;
  return (
    <div class="conversations">
      <Search filter={filter} language={language} />
      {isOffline && (
        <p class="condition" role="status">
          <Icon name="wifi-off" class="icon" />
          <span>
            {isThere
              ? speak(phoneInboxWords, language).offline(age(Date.now() - oldest, language))
              : speak(phoneInboxWords, language).offline(null)}
          </span>
        </p>
      )}
      {rows.length === 0 && (result === "found"
        ? (
          <div class="empty">
            <Icon name="message-circle" class="icon" />
            <h2>{filter.q ? empty.found : filter.isWaiting ? empty.none : empty.title}</h2>
            {!filter.q && !filter.isWaiting && <p>{empty.text}</p>}
          </div>
        )
        : !isOffline && <Skeleton label={speak(phoneInboxWords, language).loading} />)}
      {rows.length > 0 && <h2 class="unseen">{filter.isWaiting ? words.waiting : words.title}</h2>}
      {rows.length > 0 && (
        <ul class="items">
          {rows.map(({ device, conversation }) => (
            <ConversationRow
              key={`${device} ${conversation.contact_id}`}
              device={device}
              conversation={conversation}
              pairing={namesNeeded(members).company
                ? members.find(({ deviceId }) => deviceId === device)
                : undefined}
              now={now}
              language={language}
            />
          ))}
        </ul>
      )}
      {nextList(lists) !== null && (
        <Older
          key={rows.length}
          label={speak(phoneInboxWords, language).older}
          busyLabel={speak(phoneInboxWords, language).loadingOlder}
          load={loadOlderConversations}
        />
      )}
    </div>
  );
}

/** Loads the lists now, every 20 seconds, and whenever one of the values changes. */
function useLists(values: readonly unknown[]): LoadOutcome | null {
  const [result, setResult] = useState<LoadOutcome | null>(null);
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      if (document.visibilityState === "hidden") return;
      const outcome = await loadLists();
      if (!isOver) setResult(outcome);
    };
    void read();
    const timer = setInterval(read, everyMs);
    document.addEventListener("visibilitychange", read);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", read);
    };
  }, values);
  return result;
}

interface SearchProps {
  filter: ConversationFilter;
  language: Language;
}

function Search({ filter, language }: SearchProps) {
  const words = speak(conversationWords, language);
  const [typed, setTyped] = useState(filter.q);
  useEffect(() => {
    const q = typed.trim();
    if (q === filter.q) return;
    const timer = setTimeout(() => askFor({ ...filter, q }), typingMs);
    return () => clearTimeout(timer);
  }, [typed, filter]);
  return (
    <search class="conversations-search">
      <label class="unseen" for="conversations-q">{words.search}</label>
      <input
        id="conversations-q"
        type="search"
        placeholder={words.search}
        value={typed}
        dir="auto"
        autocomplete="off"
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <div class="segments" role="radiogroup" aria-label={words.shown}>
        {[[false, words.all], [true, words.waiting]].map(([isWaiting, label]) => (
          <label key={`${isWaiting}`} class="segment">
            <input
              type="radio"
              name="conversations-shown"
              checked={filter.isWaiting === isWaiting}
              onChange={() =>
                askFor({ q: typed.trim(), isWaiting: isWaiting as boolean })}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </search>
  );
}
