import { usePage, useWords } from "@/components/page.ts";
import { define } from "@/lib/http/pages.ts";
import { Panel, RecordPage } from "@/lib/panel/record/RecordPage.tsx";
import { NewQuoteButton } from "@/islands/opportunities/NewQuoteButton.tsx";
import { NoteVisit } from "@/islands/frame/Frame.tsx";
import { OpportunityVerbs } from "@/islands/opportunities/OpportunityVerbs.tsx";
import { RecordFields } from "@/islands/record/RecordFields.tsx";
import { StageStepper } from "@/islands/opportunities/StageStepper.tsx";
import { listPeople } from "@/lib/access/people.ts";
import { findOpportunity } from "@/lib/crm/opportunities/opportunities.ts";
import { activeSale } from "@/lib/crm/opportunities/quoted.ts";
import { listStages } from "@/lib/crm/stages/stages.ts";
import { listTasks } from "@/lib/crm/tasks/tasks.ts";
import { opportunityFields } from "@/lib/crm/opportunities/fields.ts";
import { formFields } from "@/lib/panel/form/form_fields.ts";
import { HistoryPanel } from "@/routes/panel/(_frame)/HistoryPanel.tsx";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { readHistory } from "@/lib/panel/record/record_history.ts";
import { recordId } from "@/lib/panel/record/record_id.ts";
import { listQuotes } from "@/lib/sales/quotes/quotes.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { opportunityWords } from "@/lib/panel/opportunities/words.ts";
import { Head } from "@/routes/panel/opportunities/(_views)/Head.tsx";
import { QuoteRows, TaskRows } from "@/routes/panel/opportunities/(_views)/Related.tsx";

const first = { page: 1, per_page: 20 };
const newest = [{ column: "t.created_at", descending: true }];

export const handler = panelPage({
  stylesheets: ["/stages.css"],
  run: async ({ trx, member, params, language }) => {
    const opportunity = await findOpportunity(trx, member, recordId(params));
    const { id } = opportunity;
    const of = { ...first, opportunity_id: [id] };
    const quotes = await listQuotes(trx, member, { ...of, sort: newest });
    const tasks = await listTasks(trx, member, {
      ...of,
      status: ["pending", "in_progress"],
      sort: [{ column: "t.due_at", descending: false }],
    });
    return {
      opportunity,
      sale: opportunity.status === "won" ? await activeSale(trx, member, id) : undefined,
      quotes: quotes.records,
      tasks: tasks.records,
      history: await readHistory(trx, { ...member, language }, "opportunity", id),
      stages: await listStages(trx, member),
      people: await listPeople(trx, member),
      userId: member.userId,
      currency: member.currency,
    };
  },
  title: ({ opportunity }) => opportunity.title,
});

export default define.page<typeof handler>(({ data }) => {
  const { href, language } = usePage();
  const { opportunity, sale, quotes, tasks, history, stages, people, currency } = data;
  const words = useWords(opportunityWords);
  const { id, status, version } = opportunity;
  const standing = {
    status,
    stageId: opportunity.stage.id,
    version,
    sale: sale?.name ?? null,
  };
  return (
    <RecordPage
      back={{ href: href("/panel/opportunities"), label: nounWords.opportunities.many[language] }}
      title={opportunity.title}
      meta={<Head currency={currency} opportunity={opportunity} standing={standing} sale={sale} />}
      actions={<OpportunityVerbs opportunityId={id} standing={standing} />}
      aside={
        <>
          <Panel title={words.tasks} region="tasks">
            <TaskRows tasks={tasks} />
          </Panel>
          <HistoryPanel
            subject={{ opportunity_id: id }}
            links={{ opportunity_id: id }}
            people={people}
            me={data.userId}
            history={history}
            of={{ type: "opportunity", id }}
            region="timeline"
          />
        </>
      }
    >
      <NoteVisit title={opportunity.title} />
      <StageStepper opportunityId={id} stages={stages} standing={standing} />
      <Panel title={words.quotes} end={<NewQuoteButton opportunityId={id} />}>
        <div data-region="quotes">
          <QuoteRows quotes={quotes} />
        </div>
      </Panel>
      <Panel title={words.data}>
        <RecordFields
          path={`opportunities/${id}`}
          record={opportunity}
          fields={formFields(opportunityFields, "record", {
            language,
            people,
            record: opportunity,
          })}
        />
      </Panel>
    </RecordPage>
  );
});
