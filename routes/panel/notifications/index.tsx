import { usePage, useWords } from "@/components/page.ts";
import { define } from "@/lib/http/pages.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { ListPage } from "@/lib/panel/list/ListPage.tsx";
import { NotificationTable } from "@/lib/panel/notifications/parts/NotificationTable.tsx";
import { Sections } from "@/lib/panel/notifications/parts/Sections.tsx";
import { KeepFresh } from "@/islands/frame/KeepFresh.tsx";
import { ListKeys, SearchAsTyped } from "@/islands/list/List.tsx";
import { OpenByHash } from "@/islands/frame/OpenByHash.tsx";
import { listKeys } from "@/lib/access/keys.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import {
  type NotificationQuery,
  notificationQuery,
} from "@/lib/notify/sending/notification_list.ts";
import { findNotificationPage } from "@/lib/notify/sending/notification_pages.ts";
import { toRow } from "@/lib/notify/sending/notification_row.ts";
import {
  type LogTab,
  logTabs,
  notificationFilters,
  tabOf,
  tabParams,
} from "@/lib/panel/notifications/filters.ts";
import { listData } from "@/lib/panel/notifications/list_data.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { hrefOf, type ListView } from "@/lib/panel/list/list_view.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { logWords } from "@/lib/panel/notifications/log_words.ts";

export const handler = panelPage({
  title: nounWords.notifications.many,
  stylesheets: ["/lists.css", "/notification.css"],
  run: async (call) => {
    const { trx, member, url } = call;
    const { asked, ignored } = readListQuery<NotificationQuery>(
      notificationQuery,
      url.searchParams,
    );
    const { per_page: perPage, ...rest } = asked;
    const page = await findNotificationPage(trx, member, { ...rest, perPage });
    return {
      ...listData(call, { query: asked, ignored, page }),
      rows: page.records.map(toRow),
      keys: await listKeys(trx, member),
    };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const { href, language } = usePage();
  const { rows, meta, ignored, keys, view } = data;
  const words = useWords(logWords);
  const send = href("/panel/notifications/send");
  const isOpen = rows.some(({ open }) => open);
  const sendLink = (
    <a class="button button-primary" href={send} aria-keyshortcuts="c">
      <Icon name="send" />
      <span class="create-word">{words.send}</span>
    </a>
  );
  return (
    <>
      <Sections current="log" />
      <OpenByHash hash="#new" href={send} shortcut="c" />
      <KeepFresh name="awaited" isOpen={isOpen} />
      <ListKeys name="notifications" />
      <ListPage
        title={nounWords.notifications.many[language]}
        icon="bell"
        view={view}
        filters={notificationFilters({ view, keys, language })}
        ignored={ignored}
        meta={meta}
        search={<SearchAsTyped />}
        empty={{ text: words.empty, action: sendLink }}
        tabs={<Tabs view={view} />}
        create={sendLink}
      >
        <data data-json="awaited" value={JSON.stringify(isOpen)} hidden />
        <NotificationTable rows={rows} />
      </ListPage>
    </>
  );
});

function Tabs({ view }: { view: ListView }) {
  const { tabs } = useWords(logWords);
  const current = tabOf(view);
  return (
    <nav aria-label={tabs.label} class="inbox-tabs">
      {(Object.keys(logTabs) as LogTab[]).map((tab) => (
        <a
          key={tab}
          href={hrefOf(view, tabParams(tab))}
          aria-current={tab === current ? "page" : "false"}
        >
          {tabs[tab]}
        </a>
      ))}
    </nav>
  );
}
