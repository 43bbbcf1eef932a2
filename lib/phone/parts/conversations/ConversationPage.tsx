import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { Older } from "@/lib/phone/parts/Older.tsx";
import { Skeleton } from "@/lib/phone/parts/Skeleton.tsx";
import { Entries } from "@/lib/phone/parts/conversations/Entries.tsx";
import { PendingSend } from "@/lib/phone/parts/conversations/PendingSend.tsx";
import { ConversationHead } from "@/lib/phone/parts/conversations/ConversationHead.tsx";
import { WriteForm } from "@/lib/phone/parts/conversations/WriteForm.tsx";
import { useQuote } from "@/lib/phone/parts/conversations/quoting/use_quote.ts";
import { useConversations, useSeen, useThread } from "@/lib/phone/parts/conversations/hooks.ts";
import { age } from "@/lib/phone/inbox/days.ts";
import { isUnread } from "@/lib/phone/inbox/inbox.ts";
import { noteRead } from "@/lib/phone/inbox/receipts.ts";
import { goBack } from "@/lib/phone/page/navigation.ts";
import { useServerNow } from "@/lib/phone/page/hooks.ts";
import { devicesOfPerson, type PhoneState } from "@/lib/phone/page/state.ts";
import type { View } from "@/lib/phone/page/view.ts";
import { onePerPerson } from "@/lib/phone/pairing.ts";
import { loadOlderEntries } from "@/lib/phone/conversations/load.ts";
import { conversationKey } from "@/lib/phone/conversations/state.ts";
import { entryKey, type Loaded } from "@/lib/phone/conversations/conversation.ts";
import type { Send } from "@/lib/phone/conversations/send.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";
import { conversationWords } from "@/lib/words/phone/conversations.ts";

interface ConversationPageProps {
  state: PhoneState;
  view: Extract<View, { name: "conversation" }>;
}

/** One customer's conversation, with the answer field within the thumb's reach. */
export function ConversationPage({ state, view }: ConversationPageProps) {
  const { language, pairings, inboxes, phase, connection } = state;
  const words = speak(conversationWords, language);
  const { contactId } = view;
  const device = deviceFor(view, state);
  const { threads, sends } = useConversations();
  const [outcome, read] = useThread(device, contactId, state);
  const now = useServerNow(30_000);
  const loaded = device ? threads[conversationKey(device, contactId)] : undefined;
  const pairing = pairings.find(({ deviceId }) => deviceId === device);
  useRead(device, contactId, inboxes);
  useSeen(device, contactId, loaded);
  if (!loaded || !device || !pairing) {
    const isLost = connection === "offline" || outcome === "offline" || outcome === "failed";
    const isMissing = outcome === "missing" || (phase === "known" && !device);
    if (!isLost && !isMissing) return <Skeleton label={speak(phoneInboxWords, language).loading} />;
    const { missing } = words;
    return (
      <div class="empty">
        <h2>{missing.title}</h2>
        <p>{isMissing ? missing.text : speak(phoneInboxWords, language).card.missing.offline}</p>
        <button type="button" class="button" onClick={goBack}>
          {speak(phoneInboxWords, language).card.back}
        </button>
      </div>
    );
  }
  const own = sends.filter((one) => one.contactId === contactId && one.device === device);
  return (
    <OpenConversation
      key={`${device} ${contactId}`}
      loaded={loaded}
      sends={own}
      device={device}
      companyId={pairing.company.id}
      language={language}
      now={now}
      isOffline={connection === "offline" || outcome === "offline"}
      isWriting={view.isWriting ?? false}
      onChange={read}
    />
  );
}

interface OpenConversationProps {
  loaded: Loaded;
  /** What is on its way in it. */
  sends: Send[];
  device: string;
  companyId: number;
  language: Language;
  now: number;
  isOffline: boolean;
  isWriting: boolean;
  onChange(): void;
}

function OpenConversation(props: OpenConversationProps) {
  const { loaded, sends, device, companyId, language, now, isOffline, isWriting } = props;
  const { onChange } = props;
  const { thread, nextCursor, fetchedAt } = loaded;
  const { contact_id: contactId } = thread;
  const words = speak(conversationWords, language);
  const area = useScroll(loaded, sends.length);
  const quote = useQuote(device, thread);
  return (
    <article class="conversation-page" ref={area}>
      <ConversationHead
        thread={thread}
        device={device}
        companyId={companyId}
        language={language}
        now={now}
        onChange={onChange}
      />
      {isOffline && (
        <p class="condition" role="status">
          <Icon name="wifi-off" class="icon" />
          <span>{words.offline(age(Date.now() - fetchedAt, language))}</span>
        </p>
      )}
      {nextCursor && (
        <Older
          label={words.older}
          busyLabel={speak(phoneInboxWords, language).loadingOlder}
          load={() => loadOlderEntries(device, contactId)}
          isByHand
        />
      )}
      <div class="conversation-log" role="log" aria-label={words.log} tabIndex={-1}>
        <Entries
          thread={thread}
          device={device}
          language={language}
          now={now}
          onChange={onChange}
          onAnswer={quote.choose}
        />
        {sends.map((send) => (
          <PendingSend key={send.id} send={send} newest={thread.newest} language={language} />
        ))}
      </div>
      <WriteForm
        thread={thread}
        quote={quote}
        device={device}
        language={language}
        isWriting={isWriting}
      />
    </article>
  );
}

/** The pairing that an address names, or the member's only one. */
function deviceFor({ device }: ConversationPageProps["view"], { pairings }: PhoneState) {
  const members = onePerPerson(pairings).filter(({ isMember }) => isMember);
  const named = device === null ? new Set<string>() : devicesOfPerson(device);
  const own = members.find(({ deviceId }) => named.has(deviceId));
  return (own ?? (device === null ? members[0] : undefined))?.deviceId;
}

/** Marks the notices of a visible conversation as read. */
function useRead(
  device: string | undefined,
  contactId: number,
  inboxes: PhoneState["inboxes"],
): void {
  const unread = (device && inboxes[device]?.notifications || [])
    .filter((one) => one.contactId === contactId && isUnread(one)).map(({ id }) => id);
  useEffect(() => {
    const read = () => {
      if (device && document.visibilityState === "visible") noteRead(device, unread);
    };
    read();
    document.addEventListener("visibilitychange", read);
    return () => document.removeEventListener("visibilitychange", read);
  }, [device, unread.join()]);
}

/**
 * Scrolls to the newest entry, and keeps the position when older ones are loaded above. Who is at
 * the end stays there while pictures come and the answer grows. @returns ref of the page
 */
function useScroll(loaded: Loaded, pending: number) {
  const area = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  const before = useRef({ newest: "", oldest: "", pending: 0, height: 0 });
  const place = useRef(0);
  const toEnd = () => {
    scrollTo(0, document.documentElement.scrollHeight);
    // Its event comes a frame later; who scrolls up before that leaves the end.
    place.current = scrollY;
  };
  useEffect(() => {
    const note = () => {
      const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
      // What has grown meanwhile is no scrolling up.
      if (isEnd || scrollY < place.current) isAtEnd.current = isEnd;
      place.current = scrollY;
    };
    const observer = new ResizeObserver(() => isAtEnd.current && toEnd());
    observer.observe(area.current!);
    addEventListener("scroll", note, { passive: true });
    return () => {
      observer.disconnect();
      removeEventListener("scroll", note);
    };
  }, []);
  useLayoutEffect(() => {
    const [first] = loaded.thread.messages;
    const last = loaded.thread.messages.at(-1);
    const { scrollHeight } = document.documentElement;
    const newest = first ? entryKey(first) : "";
    const oldest = last ? entryKey(last) : "";
    const was = before.current;
    before.current = { newest, oldest, pending, height: scrollHeight };
    if (newest !== was.newest || pending > was.pending) {
      isAtEnd.current = true;
      toEnd();
    } else if (oldest !== was.oldest) scrollBy(0, scrollHeight - was.height);
  }, [loaded, pending]);
  return area;
}
