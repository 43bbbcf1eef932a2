import { define } from "@/lib/http/pages.ts";
import { Time } from "@/components/Time.tsx";
import { ImportLink } from "@/lib/panel/imports/ImportLink.tsx";
import { type Column, DataTable } from "@/lib/panel/list/DataTable.tsx";
import { ListPage } from "@/lib/panel/list/ListPage.tsx";
import { ExcelButton, ListKeys } from "@/islands/list/List.tsx";
import { NewRecord } from "@/islands/record/NewRecord.tsx";
import { extraColumns } from "@/routes/panel/(_frame)/extra_columns.ts";
import { listTools } from "@/routes/panel/(_frame)/list_tools.tsx";
import { clientList } from "@/lib/crm/clients/client.ts";
import { clientFields } from "@/lib/crm/clients/fields.ts";
import { listClients } from "@/lib/crm/clients/clients.ts";
import { listSchema } from "@/lib/input/list.ts";
import { clientFilters } from "@/lib/panel/clients/client_fields.ts";
import { formFields } from "@/lib/panel/record/form_fields.ts";
import { readListPage } from "@/lib/panel/list/list_page.ts";
import { panelPage } from "@/lib/panel/frame/panel_page.ts";
import { bulkBar } from "@/lib/panel/list/bulk/bulk_actions.ts";
import { labelsOf } from "@/lib/records/fields/labels.ts";
import { listTags } from "@/lib/records/tags/tags.ts";
import { speak } from "@/lib/words/language.ts";
import { clientWords } from "@/lib/panel/clients/words.ts";
import { nounWords } from "@/lib/words/nouns.ts";

const schema = listSchema(clientList);

export const handler = panelPage({
  title: nounWords.clients.many,
  run: async (call) => ({
    ...await readListPage(call, schema, listClients, "client"),
    tags: await listTags(call.trx, call.member, { noun: "client" }),
  }),
});

export default define.page<typeof handler>(({ data }) => {
  const { rows, meta, ignored, chosen, people, tags, view, excel, format, companyId } = data;
  const { language } = format;
  const words = speak(clientWords, language);
  const labels = labelsOf(clientFields, language);
  const nouns = speak(nounWords, language);
  const newClient = (
    <NewRecord
      list="clients"
      page={`/panel/clients/:id?company_id=${companyId}`}
      label={nouns.clients.create}
      title={nouns.clients.create}
      fields={formFields(clientFields, "new", { language, people })}
      given={{ kind: "company" }}
      companyId={companyId}
      language={language}
      timeZone={format.timeZone}
      hash="#new"
      shortcut="c"
    />
  );
  const columns: Column<typeof rows[number]>[] = [
    { name: "name", label: labels.name, sort: "name", phone: "first", cell: (row) => row.name },
    {
      name: "city",
      label: labels.city,
      priority: 2,
      width: "w-40",
      phone: "second",
      cell: (row) => row.city,
    },
    { name: "email", label: labels.email, cell: (row) => row.email },
    { name: "phone", label: labels.phone, width: "w-36", cell: (row) => row.phone },
    {
      name: "assignee",
      label: labels.assignee_id,
      priority: 2,
      width: "w-40",
      cell: (row) => row.assignee?.name,
    },
    {
      name: "created_at",
      label: labels.created_at,
      priority: 3,
      sort: "created_at",
      width: "w-32",
      isNumber: true,
      phone: "end",
      cell: (row) => <Time at={row.created_at} format={format} />,
    },
    ...extraColumns<typeof rows[number]>(clientFields, language),
  ];
  return (
    <ListPage
      title={nouns.clients.many}
      icon="building-2"
      view={view}
      ignored={ignored}
      meta={meta}
      hasCsv
      language={language}
      empty={{ text: words.empty }}
      actions={
        <>
          <ExcelButton {...excel} />
          <ImportLink noun="clients" companyId={companyId} language={language} />
          {newClient}
        </>
      }
      {...listTools({
        view,
        filters: clientFilters(language, people, tags),
        chosen,
        columns,
        bulk: bulkBar("clients", { view, language, people }),
        companyId,
        language,
      })}
    >
      <ListKeys name="clients" />
      <DataTable
        label={nouns.clients.many}
        rows={rows}
        view={view}
        sort={view.params.sort ?? clientList.defaultSort}
        language={language}
        hrefOf={({ id }) => `/panel/clients/${id}?company_id=${companyId}`}
        columns={columns}
        isPickable
      />
    </ListPage>
  );
});
