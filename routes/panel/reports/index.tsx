import { usePage, useWords } from "@/components/page.ts";
import { define } from "@/lib/http/pages.ts";
import { Empty } from "@/components/Empty.tsx";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import { Counting } from "@/lib/panel/reports/parts/Counting.tsx";
import { Funnel } from "@/lib/panel/reports/parts/Funnel.tsx";
import { Losses } from "@/lib/panel/reports/parts/Losses.tsx";
import { PeopleCards } from "@/lib/panel/reports/parts/PeopleCards.tsx";
import { PeopleTable } from "@/lib/panel/reports/parts/PeopleTable.tsx";
import { RangePicker } from "@/lib/panel/reports/parts/RangePicker.tsx";
import { OutcomesChart, OutcomesKey } from "@/lib/panel/reports/parts/OutcomesChart.tsx";
import { SalesChart } from "@/lib/panel/reports/parts/SalesChart.tsx";
import { ExcelButton } from "@/islands/list/List.tsx";
import { formatRange } from "@/lib/values/dates.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { readRange } from "@/lib/panel/reports/periods.ts";
import { reportSheets } from "@/lib/panel/reports/report_sheets.ts";
import { readReport } from "@/lib/figures/report.ts";
import { readTrends } from "@/lib/figures/trends.ts";
import { monthsOf, trendsRange } from "@/lib/figures/trends_record.ts";
import { speak } from "@/lib/words/language.ts";
import { listWords } from "@/lib/panel/list/words.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { reportWords } from "@/lib/panel/reports/words.ts";
import { trendWords } from "@/lib/panel/reports/trend_words.ts";

/** A chart by month of fewer than this says little: it shows the twelve up to the last one. */
const fewMonths = 3;

export const handler = panelPage({
  title: nounWords.reports.many,
  stylesheets: ["/lists.css", "/dashboard.css"],
  run: async ({ trx, member, memberships, url, now, replica }) => {
    const period = readRange(url.searchParams, member.timezone, now);
    const { range } = period;
    const months = monthsOf(range).length >= fewMonths
      ? range
      : trendsRange({ to: range.to }, member.timezone, now);
    const { report, trends } = await replica.read(member, trx, async (db) => ({
      report: await readReport(db, member, range),
      trends: await readTrends(db, member, range, months),
    }));
    const { name: company } = memberships.find(({ companyId }) => companyId === member.companyId)!;
    return { ...period, report, trends, months, company, currency: member.currency };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const { href, language } = usePage();
  const { range, period, ignored, report, trends, months, company, currency } = data;
  const words = useWords(reportWords);
  const { sales, outcomes, reasons, funnel, ...hints } = useWords(trendWords);
  const days = formatRange(range, language);
  const people = { rows: report.rows, totals: report.totals, range, currency };
  return (
    <>
      <header class="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 class="text-title font-semibold tracking-tight">{nounWords.reports.many[language]}</h1>
        <p class="text-soft tabular-nums">{days}</p>
        <div class="ml-auto">
          <ExcelButton
            file={[company, nounWords.reports.many[language], `${range.from} – ${range.to}`]}
            sheets={reportSheets({ rows: report.rows, range, months, trends }, language)}
            currency={currency}
          />
        </div>
      </header>
      {ignored.length > 0 && (
        <p role="status" class="mb-3 rounded-md bg-warning px-3 py-2 text-meta text-warning-text">
          {speak(listWords, language).ignored([...new Set(ignored)].join(", "))}
        </p>
      )}
      <RangePicker range={range} period={period} />
      <div class="space-y-10">
        <section aria-label={words.people}>
          {isEmpty(report.totals)
            ? (
              <Empty icon="chart-column" text={words.nothing}>
                <a class="button" href={href("/panel/reports?period=this_year")}>
                  {words.longer}
                </a>
              </Empty>
            )
            : (
              <>
                <PeopleTable {...people} />
                <PeopleCards {...people} />
                <Counting range={range} />
              </>
            )}
        </section>
        <div class="grid grid-cols-1 gap-x-12 gap-y-10 xl:grid-cols-2">
          <Panel title={sales} end={formatRange(months, language)}>
            <SalesChart trends={trends} />
            <p class="mt-2 text-label text-soft">{hints.salesHint}</p>
          </Panel>
          <Panel title={outcomes} end={<OutcomesKey />}>
            <OutcomesChart trends={trends} />
            <p class="mt-2 text-label text-soft">{hints.outcomesHint}</p>
          </Panel>
          <Panel title={reasons} end={days}>
            <Losses trends={trends} />
            <p class="mt-2 text-label text-soft">{hints.reasonsHint}</p>
          </Panel>
          <Panel title={funnel} end={days}>
            <Funnel trends={trends} />
          </Panel>
        </div>
      </div>
    </>
  );
});

function isEmpty(totals: object): boolean {
  return Object.values(totals).every((value) =>
    typeof value === "object" ? isEmpty(value) : value === 0
  );
}
