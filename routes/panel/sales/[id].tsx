import { usePage, useWords } from "@/components/page.ts";
import { listPeople } from "@/lib/access/people.ts";
import { define } from "@/lib/http/pages.ts";
import { DeliveryBar } from "@/lib/panel/sales/DeliveryBar.tsx";
import { Figures, Panel, RecordPage } from "@/lib/panel/record/RecordPage.tsx";
import { SoldLines } from "@/lib/panel/sales/SoldLines.tsx";
import { StatusDot } from "@/components/StatusDot.tsx";
import { Time } from "@/components/Time.tsx";
import { CancelSale } from "@/islands/sales/CancelSale.tsx";
import { NoteVisit } from "@/islands/frame/Frame.tsx";
import { RecordFields } from "@/islands/record/RecordFields.tsx";
import { SaleTasks } from "@/islands/sales/SaleTasks.tsx";
import { dayIn } from "@/lib/values/dates.ts";
import { formatMoney } from "@/lib/values/money.ts";
import { HistoryPanel } from "@/routes/panel/(_frame)/HistoryPanel.tsx";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { readHistory } from "@/lib/panel/record/record_history.ts";
import { recordId } from "@/lib/panel/record/record_id.ts";
import { formFields } from "@/lib/panel/form/form_fields.ts";
import { saleFields } from "@/lib/sales/sales/fields.ts";
import { listLines } from "@/lib/sales/quotes/quote_lines.ts";
import { listDeliveries } from "@/lib/sales/sales/delivery_tasks.ts";
import { findSale } from "@/lib/sales/sales/sales.ts";
import { labelsOf } from "@/lib/records/fields/labels.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { saleWords } from "@/lib/panel/sales/words.ts";

export const handler = panelPage({
  run: async ({ trx, member, params, language }) => {
    const id = recordId(params);
    const { timezone } = member;
    const sale = await findSale(trx, member, id);
    const deliveries = await listDeliveries(trx, member, id);
    return {
      sale,
      lines: await listLines(trx, member, sale.quote.id!),
      tasks: deliveries.map(({ id, title, status, due_at, assignee }) => ({
        id,
        title,
        status,
        day: due_at && dayIn(timezone, new Date(due_at)),
        assignee: assignee?.name ?? null,
      })),
      history: await readHistory(trx, { ...member, language }, "sale", id),
      people: await listPeople(trx, member),
      userId: member.userId,
    };
  },
  title: ({ sale }) => sale.number,
});

export default define.page<typeof handler>(({ data }) => {
  const page = usePage();
  const { href, language } = page;
  const { sale, lines, tasks, history, people } = data;
  const { currency, status, version } = sale;
  const words = useWords(saleWords);
  const link = (page: string, { id, name }: { id: number | null; name: string | null }) => (
    <a
      class="underline decoration-line-strong underline-offset-2 hover:text-text"
      href={href(`/panel/${page}/${id}`)}
    >
      <bdi>{name}</bdi>
    </a>
  );
  return (
    <RecordPage
      back={{ href: href("/panel/sales"), label: nounWords.sales.many[language] }}
      title={sale.number}
      meta={
        <>
          <StatusDot noun="sale" status={sale.status} />
          <p class="w-full text-meta text-soft">
            {link("clients", sale.client)} · {link("opportunities", sale.opportunity)} ·{" "}
            {link("quotes", sale.quote)}
          </p>
        </>
      }
      actions={<CancelSale id={sale.id} standing={{ status, version }} />}
      aside={
        <>
          <Panel title={words.data}>
            <RecordFields
              path={`sales/${sale.id}`}
              record={sale}
              fields={formFields(saleFields, "record", { language })}
            />
          </Panel>
          <HistoryPanel
            subject={{ sale_id: sale.id }}
            links={{ sale_id: sale.id, opportunity_id: sale.opportunity.id }}
            people={people}
            me={data.userId}
            history={history}
            of={{ type: "sale", id: sale.id }}
          />
        </>
      }
    >
      <NoteVisit title={`${sale.number} · ${sale.client.name}`} />
      <div data-region="figures">
        <data hidden data-json="deliveries" value={JSON.stringify(tasks)} />
        <data hidden data-json="sale-standing" value={JSON.stringify({ status, version })} />
        <SaleFigures sale={sale} />
      </div>
      <Panel
        title={words.tasks}
        end={
          <a href={href(`/panel/tasks?sale_id=${sale.id}`)}>
            {words.tasksAsList}
          </a>
        }
      >
        <SaleTasks tasks={tasks} isOver={sale.status === "cancelled"} />
      </Panel>
      <Panel title={words.lines}>
        <SoldLines lines={lines} currency={currency} />
      </Panel>
    </RecordPage>
  );
});

/** Why it was cancelled, its amounts and its delivery. */
function SaleFigures({ sale }: { sale: Awaited<ReturnType<typeof findSale>> }) {
  const { language } = usePage();
  const words = useWords(saleWords);
  const labels = labelsOf(saleFields, language);
  const money = (amount: number) => formatMoney(amount, { language, currency: sale.currency });
  return (
    <>
      {sale.status === "cancelled" && (
        <p class="mb-5 rounded-md bg-danger px-3 py-2 text-meta text-danger-text">
          {sale.cancel_reason ? words.cancelledBecause(sale.cancel_reason) : words.cancelled}
        </p>
      )}
      <Figures
        figures={[
          { name: labels.net_total, value: money(sale.net_total) },
          { name: labels.tax_total, value: money(sale.tax_total) },
          { name: labels.gross_total, value: money(sale.gross_total) },
          { name: labels.sold_at, value: <Time at={sale.sold_at} /> },
          {
            name: words.delivery,
            value: <DeliveryBar delivery={sale.delivery} />,
          },
        ]}
      />
    </>
  );
}
