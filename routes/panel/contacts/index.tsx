import { define } from "@/lib/http/pages.ts";
import { contactColumns, ContactRows } from "@/components/inbox/ContactRows.tsx";
import { ListPage } from "@/components/list/ListPage.tsx";
import { BulkBar } from "@/islands/BulkBar.tsx";
import { InboxKeys } from "@/islands/InboxKeys.tsx";
import { ListKeys } from "@/islands/ListKeys.tsx";
import { NewRecord } from "@/islands/NewRecord.tsx";
import { SavedViews } from "@/islands/SavedViews.tsx";
import { listPeople } from "@/lib/access/people.ts";
import { contactList } from "@/lib/crm/contacts/contact.ts";
import { listContacts } from "@/lib/crm/contacts/contacts.ts";
import { readLastMessages } from "@/lib/crm/contacts/threads.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import {
  contactFilters,
  contactQuery,
  newContactFields,
  statusFilter,
} from "@/lib/pages/contact_fields.ts";
import { contactTitle } from "@/lib/pages/contact_title.ts";
import {
  type InboxTab,
  inboxTabs,
  tabOf,
  tabParams,
  withFirstTab,
} from "@/lib/pages/inbox_tabs.ts";
import { panelPage } from "@/lib/pages/panel_page.ts";
import { bulkBar } from "@/lib/pages/views/bulk_actions.ts";
import { readSavedView, viewParams } from "@/lib/pages/views/saved_view.ts";
import { hrefOf, type ListView, viewOf } from "@/lib/panel/list_view.ts";
import { namesOfColumns } from "@/lib/panel/views/columns.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { inboxWords } from "@/lib/words/panel/inbox.ts";
import { nounWords } from "@/lib/words/panel/nouns.ts";

export const handler = panelPage({
  title: nounWords.contacts.many,
  run: async ({ trx, member, url, language, now }) => {
    const { address, saved, ...unknown } = await readSavedView(
      trx,
      member,
      withFirstTab(url),
      "contacts",
    );
    const { asked, ignored } = readListQuery(contactQuery, address.searchParams, viewParams);
    const { records, meta } = await listContacts(trx, member, asked);
    const last = await readLastMessages(trx, member, records.map(({ id }) => id));
    return {
      rows: records.map((row) => ({
        ...row,
        title: contactTitle(row, language),
        last: last.get(row.id),
      })),
      meta,
      ignored: [...unknown.ignored, ...ignored],
      people: await listPeople(trx, member),
      view: { ...viewOf(address, member.companyId, ignored), saved },
      format: { language, timeZone: member.timezone, now },
      companyId: member.companyId,
      userId: member.userId,
    };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const { rows, meta, ignored, people, view, format, companyId, userId } = data;
  const { language } = format;
  const words = speak(inboxWords, language);
  const nouns = speak(nounWords, language);
  const tab = tabOf(view);
  const tags = [...new Set([...rows.flatMap((row) => row.tags), ...chosenTags(view)])].sort();
  const columns = contactColumns(format);
  const filters = contactFilters({ language, people, tags });
  return (
    <ListPage
      title={nouns.contacts.many}
      icon="inbox"
      view={view}
      filters={tab ? filters : [statusFilter(language), ...filters]}
      ignored={ignored}
      meta={meta}
      language={language}
      empty={{ text: words.empty[tab ?? "all"] }}
      views={
        <SavedViews
          view={view}
          columns={namesOfColumns(columns, view)}
          companyId={companyId}
          language={language}
        />
      }
      bar={
        <BulkBar
          {...bulkBar("contacts", { view, language, people })}
          companyId={companyId}
          language={language}
        />
      }
      tabs={<Tabs view={view} current={tab} language={language} />}
      actions={
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
      }
    >
      <ListKeys name="contacts" />
      <InboxKeys userId={userId} companyId={companyId} language={language} />
      <ContactRows
        rows={rows}
        columns={columns}
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
  language: Language;
}

function Tabs({ view, current, language }: TabsProps) {
  const { tabs } = speak(inboxWords, language);
  return (
    <nav aria-label={tabs.label} class="inbox-tabs">
      {(Object.keys(inboxTabs) as InboxTab[]).map((tab) => (
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

function chosenTags({ params }: ListView): string[] {
  return (params.tag ?? "").split(",").filter(Boolean);
}
