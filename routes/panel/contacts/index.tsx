import { usePage, useWords } from "@/components/page.ts";
import { define } from "@/lib/http/pages.ts";
import { InboxKeys } from "@/islands/contacts/InboxKeys.tsx";
import { ReleaseHeld } from "@/islands/contacts/ReleaseHeld.tsx";
import { RowVerbs } from "@/islands/list/RowVerbs.tsx";
import { NewRecord } from "@/islands/record/NewRecord.tsx";
import { listContacts } from "@/lib/crm/contacts/contacts.ts";
import { cardValues, readSharedCard } from "@/lib/panel/contacts/thread/chat/shared_card.ts";
import { listFilterChoices } from "@/lib/crm/contacts/filter_choices.ts";
import { readLastMessages } from "@/lib/crm/contacts/threads.ts";
import { newContactFields } from "@/lib/panel/contacts/contact_fields.ts";
import { contactTitle } from "@/lib/panel/contacts/contact_title.ts";
import { HeldLine } from "@/lib/panel/contacts/HeldLine.tsx";
import {
  type InboxTab,
  inboxTabs,
  isFilterOf,
  tabOf,
  tabParams,
  withFirstTab,
} from "@/lib/panel/contacts/inbox_tabs.ts";
import {
  contactColumns,
  contactFilters,
  releaseColumn,
  statusFilter,
} from "@/lib/panel/contacts/view.tsx";
import { inboxWords } from "@/lib/panel/contacts/words.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { ImportLink } from "@/lib/panel/imports/ImportLink.tsx";
import { readListPage } from "@/lib/panel/list/list_page.ts";
import { hrefOf, type ListView } from "@/lib/panel/list/list_view.ts";
import { formatQuantity } from "@/lib/values/money.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { NounList } from "@/routes/panel/(_frame)/NounList.tsx";

export const handler = panelPage({
  title: nounWords.contacts.many,
  stylesheets: ["/lists.css"],
  run: async (call) => {
    const { trx, member, url, language, counts } = call;
    const list = await readListPage({ ...call, url: withFirstTab(url) }, "contact", listContacts);
    const ids = list.rows.map(({ id }) => id);
    const last = await readLastMessages(trx, member, ids);
    return {
      ...list,
      rows: list.rows.map((row) => ({
        ...row,
        title: contactTitle(row, language),
        last: last.get(row.id),
      })),
      heldCount: counts.held ?? 0,
      waiting: counts.contacts ?? 0,
      ...await listFilterChoices(trx, member),
      card: cardValues(await readSharedCard(trx, member, url.searchParams.get("card"))),
      userId: member.userId,
    };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const { href, language } = usePage();
  const { people, tags, accounts, heldCount, waiting, view, userId } = data;
  const words = useWords(inboxWords);
  const create = nounWords.contacts.create[language];
  const tab = tabOf(view);
  const isHeld = tab === "held";
  const own = tab ? [] : [statusFilter(language)];
  const filters = [...own, ...contactFilters({ language, people, tags, accounts })];
  return (
    <NounList
      noun="contact"
      data={data}
      filters={filters.filter(({ name }) => !tab || !isFilterOf(tab, name))}
      columns={contactColumns(language)}
      control={isHeld ? releaseColumn(language) : undefined}
      empty={{ text: words.empty[tab ?? "all"] }}
      note={
        <>
          <HeldLine
            count={heldCount}
            isShown={isHeld}
            href={hrefOf(view, { ...tabParams("held"), q: null })}
          />
          <RowVerbs
            verbs={{ release: { path: "contacts/:id/release", done: words.held.released } }}
          />
          <ReleaseHeld />
        </>
      }
      tabs={
        <Tabs
          view={view}
          current={tab}
          hasHeld={heldCount > 0}
          waiting={formatQuantity(waiting, language)}
        />
      }
      actions={<ImportLink noun="contacts" />}
      create={
        <NewRecord
          list="contacts"
          page={href("/panel/contacts/:id")}
          label={create}
          title={create}
          fields={newContactFields(language, people)}
          preset={{ channel: "phone", ...data.card }}
          hash="#new"
          shortcut="c"
        />
      }
    >
      <InboxKeys userId={userId} />
    </NounList>
  );
});

interface TabsProps {
  view: ListView;
  current: InboxTab | undefined;
  hasHeld: boolean;
  /** How many wait for an answer. */
  waiting: string;
}

function Tabs({ view, current, hasHeld, waiting }: TabsProps) {
  const { tabs } = useWords(inboxWords);
  const names = (Object.keys(inboxTabs) as InboxTab[])
    .filter((tab) => tab !== "held" || hasHeld || current === "held");
  return (
    <nav aria-label={tabs.label} class="strip inbox-tabs">
      {names.map((tab) => (
        <a
          key={tab}
          href={hrefOf(view, tabParams(tab))}
          aria-current={tab === current ? "page" : "false"}
        >
          {tabs[tab]}{" "}
          {tab === "waiting" && (
            <span class="ml-1 tabular-nums" data-region="waiting-count">{waiting}</span>
          )}
        </a>
      ))}
    </nav>
  );
}
