import { define } from "@/lib/http/pages.ts";
import { ImportLink } from "@/lib/panel/imports/ImportLink.tsx";
import {
  contactColumns,
  type ContactRow,
  ContactRows,
  releaseColumn,
} from "@/lib/panel/contacts/ContactRows.tsx";
import { HeldLine } from "@/lib/panel/contacts/HeldLine.tsx";
import { ListPage } from "@/lib/panel/list/ListPage.tsx";
import { ExcelButton, ListKeys } from "@/islands/list/List.tsx";
import { InboxKeys } from "@/islands/contacts/InboxKeys.tsx";
import { NewRecord } from "@/islands/record/NewRecord.tsx";
import { ReleaseHeld } from "@/islands/contacts/ReleaseHeld.tsx";
import { RowVerbs } from "@/islands/list/RowVerbs.tsx";
import { extraColumns } from "@/routes/panel/(_frame)/extra_columns.ts";
import { listTools } from "@/routes/panel/(_frame)/list_tools.tsx";
import { contactFields } from "@/lib/crm/contacts/fields.ts";
import { contactList } from "@/lib/crm/contacts/contact.ts";
import { listContacts } from "@/lib/crm/contacts/contacts.ts";
import { readLastMessages } from "@/lib/crm/contacts/threads.ts";
import {
  contactFilters,
  contactQuery,
  newContactFields,
  statusFilter,
} from "@/lib/panel/contacts/contact_fields.ts";
import { contactTitle } from "@/lib/panel/contacts/contact_title.ts";
import {
  type InboxTab,
  inboxTabs,
  isSaidBy,
  tabOf,
  tabParams,
  withFirstTab,
} from "@/lib/panel/contacts/inbox_tabs.ts";
import { readListPage } from "@/lib/panel/list/list_page.ts";
import { panelPage } from "@/lib/panel/frame/panel_page.ts";
import { bulkBar } from "@/lib/panel/list/bulk/bulk_actions.ts";
import { hrefOf, type ListView } from "@/lib/panel/list/list_view.ts";
import { listTags } from "@/lib/records/tags/tags.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { inboxWords } from "@/lib/panel/contacts/words.ts";
import { nounWords } from "@/lib/words/nouns.ts";

export const handler = panelPage({
  title: nounWords.contacts.many,
  run: async (call) => {
    const { trx, member, url, language, counts } = call;
    const list = await readListPage(
      { ...call, url: withFirstTab(url) },
      contactQuery,
      listContacts,
      "contact",
    );
    const last = await readLastMessages(trx, member, list.rows.map(({ id }) => id));
    return {
      ...list,
      rows: list.rows.map((row) => ({
        ...row,
        title: contactTitle(row, language),
        last: last.get(row.id),
      })),
      held: counts.held ?? 0,
      tags: await listTags(trx, member, { noun: "contact" }),
      userId: member.userId,
    };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const { rows, meta, ignored, chosen, people, tags, held, view, excel, format } = data;
  const { companyId, userId } = data;
  const { language } = format;
  const words = speak(inboxWords, language);
  const nouns = speak(nounWords, language);
  const tab = tabOf(view);
  const isHeld = tab === "held";
  const own = tab ? [] : [statusFilter(language)];
  const filters = [...own, ...contactFilters({ language, people, tags })];
  const columns = [
    ...contactColumns(format),
    ...extraColumns<ContactRow>(contactFields, format.language),
  ];
  return (
    <ListPage
      title={nouns.contacts.many}
      icon="inbox"
      view={view}
      ignored={ignored}
      meta={meta}
      hasCsv
      language={language}
      empty={{ text: words.empty[tab ?? "all"] }}
      note={
        <>
          <HeldLine
            count={held}
            isShown={isHeld}
            href={hrefOf(view, { ...tabParams("held"), q: null })}
            language={language}
          />
          <RowVerbs
            verbs={{ release: { path: "contacts/:id/release", done: words.held.released } }}
            companyId={companyId}
            language={language}
          />
          <ReleaseHeld companyId={companyId} language={language} />
        </>
      }
      {...listTools({
        view,
        filters: filters.filter(({ name }) => !tab || !isSaidBy(tab, name)),
        chosen,
        columns,
        bulk: bulkBar("contacts", { view, language, people }),
        companyId,
        language,
      })}
      tabs={<Tabs view={view} current={tab} hasHeld={held > 0} language={language} />}
      actions={
        <>
          <ExcelButton {...excel} />
          <ImportLink noun="contacts" companyId={companyId} language={language} />
          <NewRecord
            list="contacts"
            page={`/panel/contacts/:id?company_id=${companyId}`}
            label={nouns.contacts.create}
            title={nouns.contacts.create}
            fields={newContactFields(language, people)}
            given={{ channel: "phone" }}
            companyId={companyId}
            language={language}
            timeZone={format.timeZone}
            hash="#new"
            shortcut="c"
          />
        </>
      }
    >
      <ListKeys name="contacts" />
      <InboxKeys userId={userId} companyId={companyId} language={language} />
      <ContactRows
        rows={rows}
        columns={isHeld ? [...columns, releaseColumn(format)] : columns}
        view={view}
        sort={view.params.sort ?? contactList.defaultSort}
        companyId={companyId}
        format={format}
      />
    </ListPage>
  );
});

interface TabsProps {
  view: ListView;
  current: InboxTab | undefined;
  hasHeld: boolean;
  language: Language;
}

function Tabs({ view, current, hasHeld, language }: TabsProps) {
  const { tabs } = speak(inboxWords, language);
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
          {tabs[tab]}
        </a>
      ))}
    </nav>
  );
}
