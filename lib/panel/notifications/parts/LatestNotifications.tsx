import { usePage, useWords } from "@/components/page.ts";
import { useRef, useState } from "preact/hooks";
import { Empty } from "@/components/Empty.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import { NotificationTable } from "@/lib/panel/notifications/parts/NotificationTable.tsx";
import { type NotificationWords, notificationWords } from "@/lib/panel/notifications/words.ts";
import {
  type NotificationRow,
  type RowSource,
  toRow,
} from "@/lib/notify/sending/notification_row.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import type { TestLimits } from "@/lib/panel/notifications/draft.ts";
import type { SentTo } from "@/lib/panel/notifications/use_send.ts";
import { later } from "@/lib/panel/page/later.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { usePolling } from "@/lib/panel/live/use_polling.ts";

const SendTest = later(
  () => import("@/lib/panel/notifications/parts/SendTest.tsx"),
  "SendTest",
);

interface LatestNotificationsProps {
  rows: NotificationRow[];
  /** How many the company has in all. */
  total: number;
  perPage: number;
  email: string;
  limits: TestLimits;
}

/**
 * The newest notifications, kept up to date while an answer may still come, and the way to send
 * one.
 */
export function LatestNotifications(props: LatestNotificationsProps) {
  const { companyId, language } = usePage();
  const { perPage, email, limits } = props;
  const words = useWords(notificationWords);
  const [list, setList] = useState({ rows: props.rows, total: props.total });
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set());
  const [trouble, setTrouble] = useState<"network" | "session" | null>(null);
  const [openings, setOpenings] = useState(0);
  const [, setDrawnAt] = useState<Date>();
  const turn = useRef(0);

  async function refresh() {
    const mine = ++turn.current;
    const query = { per_page: perPage };
    const outcome = await callApi<RowSource[]>("notifications", { companyId, language, query });
    // An answer that was overtaken by a later question would take rows away again.
    if (mine !== turn.current) return;
    if (!outcome.ok) return setTrouble(outcome.why === "session" ? "session" : "network");
    const rows = outcome.data.map(toRow);
    const earlierIds = new Set(list.rows.map(({ id }) => id));
    setTrouble(null);
    setArrived(new Set(rows.map(({ id }) => id).filter((id) => !earlierIds.has(id))));
    setList({ rows, total: outcome.meta?.total ?? rows.length });
    const answered = newAnswer(list.rows, rows);
    if (answered) showToast({ text: notifyAnswer(answered, words) });
  }

  function sent({ recipients }: SentTo) {
    const [first] = recipients;
    if (first) {
      showToast({ text: words.form[first.devices > 0 ? "sentTo" : "noPhone"](first.userId) });
    }
    refresh();
  }

  usePolling(trouble !== "session" && list.rows.some(({ open }) => open), 5_000, refresh);
  usePolling(true, 30_000, () => setDrawnAt(new Date()));

  const sendButton = (
    <button
      type="button"
      class="button button-primary"
      data-opens=""
      onClick={() => setOpenings((times) => times + 1)}
    >
      <Icon name="send" />
      {words.home.send}
    </button>
  );
  return (
    <section aria-labelledby="latest">
      <header class="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="latest" class="font-semibold">{words.home.latest}</h2>
        {list.rows.length > 0 && sendButton}
      </header>
      {trouble && <Trouble kind={trouble} words={words} />}
      {list.rows.length === 0
        ? <Empty icon="bell" text={words.home.empty}>{sendButton}</Empty>
        : <NotificationTable rows={list.rows} arrived={arrived} />}
      {list.total > list.rows.length && (
        <p class="mt-3 text-label text-soft">{words.home.more(list.rows.length, list.total)}</p>
      )}
      {openings > 0 && <SendTest openings={openings} email={email} limits={limits} onSent={sent} />}
    </section>
  );
}

function Trouble({ kind, words }: { kind: "network" | "session"; words: NotificationWords }) {
  return (
    <p role="alert" class="mb-3 rounded-md bg-warning px-3 py-2 text-meta text-warning-text">
      {kind === "network" ? words.home.offline : words.failures.sessionList}{" "}
      {kind === "session" && (
        <a class="font-medium underline underline-offset-2" href={location.href}>
          {words.failures.reload}
        </a>
      )}
    </p>
  );
}

/** The first row that has more answers than before; of rows just seen for the first time, none. */
function newAnswer(before: NotificationRow[], after: NotificationRow[]) {
  return after.find((row) => {
    const old = before.find(({ id }) => id === row.id);
    return old !== undefined && row.answerCount > old.answerCount;
  });
}

function notifyAnswer({ answers }: NotificationRow, { home }: NotificationWords): string {
  const { userId, label, reply } = answers[0]!;
  return home.arrived(userId, [label, reply && `“${reply}”`].filter(Boolean).join(" · "));
}
