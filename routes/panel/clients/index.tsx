import { usePage } from "@/components/page.ts";
import { define } from "@/lib/http/pages.ts";
import { NewRecord } from "@/islands/record/NewRecord.tsx";
import { listClients } from "@/lib/crm/clients/clients.ts";
import { clientFields } from "@/lib/crm/clients/fields.ts";
import { clientColumns, clientFilters } from "@/lib/panel/clients/view.tsx";
import { clientWords } from "@/lib/panel/clients/words.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { ImportLink } from "@/lib/panel/imports/ImportLink.tsx";
import { readListPage } from "@/lib/panel/list/list_page.ts";
import { formFields } from "@/lib/panel/form/form_fields.ts";
import { listTags } from "@/lib/records/tags/tags.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { NounList } from "@/routes/panel/(_frame)/NounList.tsx";

export const handler = panelPage({
  title: nounWords.clients.many,
  stylesheets: ["/lists.css"],
  run: async (call) => ({
    ...await readListPage(call, "client", listClients),
    tags: await listTags(call.trx, call.member, { noun: "client" }),
  }),
});

export default define.page<typeof handler>(({ data }) => {
  const { href, language } = usePage();
  const { people, tags } = data;
  const create = nounWords.clients.create[language];
  return (
    <NounList
      noun="client"
      data={data}
      filters={clientFilters({ language, people, tags })}
      columns={clientColumns(language)}
      empty={{ text: clientWords.empty[language] }}
      actions={<ImportLink noun="clients" />}
      create={
        <NewRecord
          list="clients"
          page={href("/panel/clients/:id")}
          label={create}
          title={create}
          fields={formFields(clientFields, "new", { language, people })}
          preset={{ kind: "company" }}
          hash="#new"
          shortcut="c"
        />
      }
    />
  );
});
