import { useEffect, useRef } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { CardPage } from "@/lib/phone/parts/CardPage.tsx";
import { InboxPage } from "@/lib/phone/parts/InboxPage.tsx";
import { lateView, loadLateViews } from "@/lib/phone/parts/late_view.tsx";
import { NoteLine } from "@/lib/phone/parts/NoteLine.tsx";
import { Places } from "@/lib/phone/parts/conversations/Places.tsx";
import { PhoneHeader } from "@/lib/phone/parts/PhoneHeader.tsx";
import { Skeleton } from "@/lib/phone/parts/Skeleton.tsx";
import { unreadOf } from "@/lib/phone/inbox/inbox.ts";
import { applyAccent } from "@/lib/phone/page/accent.ts";
import { usePhone, useView } from "@/lib/phone/page/hooks.ts";
import { startPhone } from "@/lib/phone/page/start.ts";
import type { PhoneState } from "@/lib/phone/page/state.ts";
import type { View } from "@/lib/phone/page/view.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";

const AnswersPage = lateView(() => import("@/lib/phone/parts/AnswersPage.tsx"), "AnswersPage");
const PairPage = lateView(() => import("@/lib/phone/parts/pairing/PairPage.tsx"), "PairPage");
const SettingsPage = lateView(
  () => import("@/lib/phone/parts/settings/SettingsPage.tsx"),
  "SettingsPage",
);
const ConversationViews = lateView(
  () => import("@/lib/phone/parts/conversations/Views.tsx"),
  "Views",
);

const UnsentList = lateView(
  () => import("@/lib/phone/parts/unsent/UnsentList.tsx"),
  "UnsentList",
);

/** The phone app: its views, and what stands around them. */
export function Phone({ language: initial }: { language: Language }) {
  const current = usePhone();
  const state = current.phase === "starting" ? { ...current, language: initial } : current;
  const { pairings, phase } = state;
  const isUnpaired = phase === "known" && pairings.length === 0;
  const wanted = useView();
  // A phone that is paired with nobody has nothing else to show.
  const view: View = isUnpaired && wanted.name !== "pair" && wanted.name !== "settings"
    ? { name: "pair", code: null }
    : wanted;
  const isMember = pairings.some((one) => one.isMember);
  const main = useRef<HTMLElement>(null);
  useEffect(() => startPhone(), []);
  useEffect(() => {
    if (phase === "known") loadLateViews();
  }, [phase]);
  const unread = unreadOf(state.inboxes);
  useEffect(() => {
    document.title = unread > 0 ? `(${unread}) Relevo` : "Relevo";
  }, [unread]);
  const colors = new Set(pairings.map(({ company }) => company.color));
  const color = colors.size === 1 ? [...colors][0]! : null;
  useEffect(() => applyAccent(color), [color]);
  const address = view.name === "card"
    ? view.id
    : view.name === "conversation"
    ? `talk ${view.contactId}`
    : view.name;
  const isFirst = useRef(true);
  useEffect(() => {
    // A screen reader goes on at the new view's heading.
    if (!isFirst.current && !main.current?.contains(document.activeElement)) {
      main.current?.focus({ preventScroll: true });
    }
    isFirst.current = phase === "starting";
  }, [address]);
  return (
    <div class="phone">
      <PhoneHeader
        state={state}
        view={view}
        unread={unread}
        isFirst={isUnpaired}
      />
      <main ref={main} tabIndex={-1}>
        {state.unsent.length > 0 && showsUnsent(view, state) && <UnsentList state={state} />}
        <CurrentView state={state} view={view} />
      </main>
      {isMember && (view.name === "inbox" || view.name === "conversations") && (
        <Places view={view} language={state.language} />
      )}
      <NoteLine note={state.note} language={state.language} />
      <p class="unseen" role="status">{state.spoken}</p>
    </div>
  );
}

/** Lists do, and what a notification about an ended pairing leads to. */
function showsUnsent(view: View, { phase, pairings }: PhoneState): boolean {
  if (view.name === "card" || view.name === "conversation") {
    return phase === "known" && view.device !== null &&
      !pairings.some(({ deviceId }) => deviceId === view.device);
  }
  return view.name !== "settings";
}

function CurrentView({ state, view }: { state: PhoneState; view: View }) {
  const { language, phase, pairings, connection } = state;
  const words = speak(phoneInboxWords, language);
  switch (view.name) {
    case "settings":
      return <SettingsPage state={state} />;
    case "answers":
      return <AnswersPage state={state} />;
    case "pair":
      return <PairPage state={state} initialCode={view.code} />;
    case "conversation":
    case "conversations":
      return <ConversationViews state={state} view={view} />;
    case "card":
      return <CardPage state={state} view={view} />;
    case "inbox":
      if (phase === "starting") return <Skeleton label={words.loading} />;
      if (phase === "kept" && pairings.length === 0) {
        const isOffline = connection === "offline" || connection === "failing";
        if (!isOffline) return <Skeleton label={words.loading} />;
        return (
          <p class="condition" role="status">
            <Icon name="wifi-off" class="icon" />
            <span>{words.offline(null)}</span>
          </p>
        );
      }
      return <InboxPage state={state} />;
  }
}
