import { usePage, useWords } from "@/components/page.ts";
import { define } from "@/lib/http/pages.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { Pager } from "@/lib/panel/list/Pager.tsx";
import { askWords } from "@/lib/panel/notifications/ask_words.ts";
import { DueTimes } from "@/lib/panel/notifications/parts/DueTimes.tsx";
import { CallbackLog } from "@/lib/panel/notifications/callbacks/CallbackLog.tsx";
import { NotificationFacts } from "@/lib/panel/notifications/parts/NotificationFacts.tsx";
import { PhonePicture } from "@/lib/panel/notifications/parts/PhonePicture.tsx";
import { RecipientTable } from "@/lib/panel/notifications/parts/RecipientTable.tsx";
import { Panel, RecordPage } from "@/lib/panel/record/RecordPage.tsx";
import { CancelNotification } from "@/islands/notifications/CancelNotification.tsx";
import { KeepFresh } from "@/islands/frame/KeepFresh.tsx";
import { ListKeys } from "@/islands/list/List.tsx";
import { NoteVisit } from "@/islands/frame/Frame.tsx";
import { RowVerbs } from "@/islands/list/RowVerbs.tsx";
import {
  asksForAnswer,
  hasOpen,
  rowStates,
  type Summary,
} from "@/lib/notify/sending/notification_row.ts";
import { readNotificationPage } from "@/lib/panel/notifications/record_page.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { hrefOf, type ListView } from "@/lib/panel/list/list_view.ts";
import { redeliverVerb } from "@/lib/panel/notifications/verbs.ts";
import { notificationWords } from "@/lib/panel/notifications/words.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { callbackWords } from "@/lib/panel/notifications/callbacks/words.ts";
import { recordWords } from "@/lib/panel/notifications/log_words.ts";

export const handler = panelPage({
  stylesheets: ["/lists.css", "/notification.css"],
  run: readNotificationPage,
  title: ({ notification }) => notification.title,
});

export default define.page<typeof handler>(({ data }) => {
  const { href, language } = usePage();
  const { notification, recipients, callbacks, view, company } = data;
  const { summary } = notification;
  const words = useWords(recordWords);
  const list = href("/panel/notifications");
  const isClosed = notification.answers === "first" && summary.states.answered > 0;
  const isAwaited = asksForAnswer(notification) && hasOpen(summary) && !isClosed ||
    notification.dueTimes.some(({ outcome }) => outcome === null) ||
    (callbacks?.rows.some(({ status }) => status === "pending") ?? false);
  return (
    <RecordPage
      back={{ href: list, label: nounWords.notifications.many[language] }}
      title={notification.title}
      actions={
        <>
          <a class="button" href={href(`/panel/notifications/send?like=${notification.id}`)}>
            <Icon name="copy" />
            {words.again}
          </a>
          <CancelNotification id={notification.id} isOpen={hasOpen(summary)} />
        </>
      }
      aside={
        <>
          <Panel title={words.preview}>
            <div class="pt-2">
              <PhonePicture
                message={{ ...notification, labels: notification.actions.map((one) => one.label) }}
                company={company}
              />
            </div>
          </Panel>
          <Panel title={words.details}>
            <NotificationFacts notification={notification} />
          </Panel>
        </>
      }
    >
      <NoteVisit title={notification.title} />
      <KeepFresh name="awaited" isOpen={isAwaited} />
      <RowVerbs verbs={{ redeliver: redeliverVerb(language) }} />
      <ListKeys name="recipients" />
      <Panel title={words.recipients} region="recipients">
        <data data-json="awaited" value={JSON.stringify(isAwaited)} hidden />
        <data data-json="cancellable" value={JSON.stringify(hasOpen(summary))} hidden />
        {summary.recipients > 1 && <States summary={summary} view={view} current={data.state} />}
        {recipients.rows.length === 0 ? <p class="py-3 text-meta text-soft">{words.nobody}</p> : (
          <>
            <RecipientTable rows={recipients.rows} />
            {recipients.meta.pages > 1 && <Pager view={view} meta={recipients.meta} />}
          </>
        )}
      </Panel>
      {notification.dueTimes.length > 0 && (
        <Panel title={askWords.times.title[language]} region="times">
          <DueTimes times={notification.dueTimes} />
        </Panel>
      )}
      <Callbacks id={notification.id} callbacks={callbacks} />
    </RecordPage>
  );
});

interface CallbacksProps
  extends Pick<Awaited<ReturnType<typeof readNotificationPage>>, "callbacks"> {
  id: string;
}

function Callbacks({ id, callbacks }: CallbacksProps) {
  const { href } = usePage();
  const words = useWords(callbackWords);
  return (
    <Panel
      title={words.title}
      region="callbacks"
      end={callbacks && callbacks.total > callbacks.rows.length
        ? (
          <a
            class="hover:underline"
            href={href(`/panel/notifications/callbacks?notificationId=${id}`)}
          >
            {callbacks.total}
          </a>
        )
        : undefined}
    >
      {callbacks && callbacks.rows.length > 0
        ? <CallbackLog callbacks={callbacks.rows} />
        : (
          <p class="text-meta text-soft">
            {callbacks ? words.noneYet : words.none}
          </p>
        )}
    </Panel>
  );
}

interface StatesProps {
  summary: Summary;
  view: ListView;
  current: string | undefined;
}

/** How many are in each state; each shows who they are. */
function States({ summary, view, current }: StatesProps) {
  const words = useWords(recordWords);
  const { states } = useWords(notificationWords);
  const chips = rowStates.filter((state) => summary.states[state] > 0 || state === current);
  const chip = (state: string | null, name: string, count: number) => (
    <a
      key={name}
      class="chip px-2 tabular-nums"
      href={hrefOf(view, { state })}
      aria-current={(state ?? undefined) === current ? "true" : "false"}
    >
      {name} <span class="ml-1.5 text-soft">{count}</span>
    </a>
  );
  return (
    <nav aria-label={words.byState} class="state-chips mb-3 flex flex-wrap gap-1.5 text-meta">
      {chip(null, words.everyone, summary.recipients)}
      {chips.map((state) => chip(state, states[state], summary.states[state]))}
    </nav>
  );
}
