import { usePage } from "@/components/page.ts";
import { define } from "@/lib/http/pages.ts";
import { NewRecord } from "@/islands/record/NewRecord.tsx";
import { BoardView } from "@/routes/panel/opportunities/(_views)/BoardView.tsx";
import { ListView } from "@/routes/panel/opportunities/(_views)/ListView.tsx";
import { listPeople } from "@/lib/access/people.ts";
import { readBoard } from "@/lib/crm/opportunities/board.ts";
import { listOpportunities, sumOpportunities } from "@/lib/crm/opportunities/opportunities.ts";
import { boardQuery } from "@/lib/crm/opportunities/opportunity.ts";
import { listStages } from "@/lib/crm/stages/stages.ts";
import type { PageCall } from "@/lib/http/pages.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import { newOpportunityFields } from "@/lib/panel/opportunities/opportunity_fields.ts";
import { readListPage } from "@/lib/panel/list/list_page.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { listExcel } from "@/lib/panel/list/list_sheets.ts";
import { viewOf } from "@/lib/panel/list/list_view.ts";
import { listTags } from "@/lib/records/tags/tags.ts";
import { nounWords } from "@/lib/words/nouns.ts";

export const handler = panelPage({
  title: nounWords.opportunities.many,
  stylesheets: ["/lists.css", "/board.css", "/stages.css"],
  run: async (call) => {
    const { trx, member, url } = call;
    const isList = /^(list|\d+)$/.test(url.searchParams.get("view") ?? "");
    const content = isList ? await readList(call) : await readColumns(call);
    return { ...content, tags: await listTags(trx, member, { noun: "opportunity" }) };
  },
});

async function readList(call: PageCall) {
  const { trx, member } = call;
  const list = await readListPage(call, "opportunity", listOpportunities);
  return {
    kind: "list" as const,
    userId: member.userId,
    ...list,
    sums: await sumOpportunities(trx, member, list.asked, call.now),
    stages: await listStages(trx, member),
  };
}

async function readColumns(call: PageCall) {
  const { trx, member, url } = call;
  const { asked, ignored } = readListQuery<Parameters<typeof readBoard>[2]>(
    boardQuery,
    url.searchParams,
    ["view"],
  );
  const { columns } = await readBoard(trx, member, asked);
  const view = viewOf(url, member.companyId, ignored);
  return {
    kind: "board" as const,
    currency: member.currency,
    columns,
    ignored,
    stages: columns,
    people: await listPeople(trx, member),
    userId: member.userId,
    view,
    excel: listExcel(call, "opportunity", view),
  };
}

export default define.page<typeof handler>(({ data }) => {
  const { href, language } = usePage();
  const { people, stages } = data;
  const { create } = nounWords.opportunities;
  const newOpportunity = (
    <NewRecord
      list="opportunities"
      page={href("/panel/opportunities/:id")}
      label={create[language]}
      title={create[language]}
      fields={newOpportunityFields(language, people, stages)}
      preset={{ stage_id: stages[0]?.id, assignee_id: data.userId }}
      hash="#new"
      shortcut="c"
    />
  );
  return data.kind === "list"
    ? <ListView {...data} create={newOpportunity} />
    : <BoardView {...data} create={newOpportunity} />;
});
