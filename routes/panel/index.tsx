import { usePage, useWords } from "@/components/page.ts";
import { keptPart } from "@/components/page_provider.ts";
import { Agenda } from "@/lib/panel/dashboard/Agenda.tsx";
import { Attention } from "@/lib/panel/dashboard/Attention.tsx";
import { Numbers } from "@/lib/panel/dashboard/Numbers.tsx";
import { Pipeline } from "@/lib/panel/dashboard/Pipeline.tsx";
import { Trouble } from "@/lib/panel/dashboard/Trouble.tsx";
import { SetupSteps } from "@/lib/panel/dashboard/SetupSteps.tsx";
import { Identity } from "@/lib/panel/frame/Identity.tsx";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import { Funnel } from "@/lib/panel/reports/parts/Funnel.tsx";
import { Losses } from "@/lib/panel/reports/parts/Losses.tsx";
import { OutcomesChart, OutcomesKey } from "@/lib/panel/reports/parts/OutcomesChart.tsx";
import { SalesChart } from "@/lib/panel/reports/parts/SalesChart.tsx";
import { LatestNotifications } from "@/islands/notifications/LatestNotifications.tsx";
import { NewRecord } from "@/islands/record/NewRecord.tsx";
import { listTroubled } from "@/lib/channels/accounts/accounts.ts";
import { dayIn, formatDay, formatRange } from "@/lib/values/dates.ts";
import { define } from "@/lib/http/pages.ts";
import { formatMoney, formatQuantity } from "@/lib/values/money.ts";
import { limits } from "@/lib/notify/sending/notification.ts";
import { findNotificationPage } from "@/lib/notify/sending/notification_pages.ts";
import { toRow } from "@/lib/notify/sending/notification_row.ts";
import { statHref } from "@/lib/panel/dashboard/stat_links.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { readAgenda } from "@/lib/figures/agenda.ts";
import { readSetup } from "@/lib/figures/setup.ts";
import { readStats } from "@/lib/figures/stats.ts";
import { readTrends } from "@/lib/figures/trends.ts";
import { trendsRange } from "@/lib/figures/trends_record.ts";
import { frameWords } from "@/lib/panel/frame/words.ts";
import { dashboardWords } from "@/lib/panel/dashboard/words.ts";
import { trendWords } from "@/lib/panel/reports/trend_words.ts";

const perPage = 5;

export const handler = panelPage({
  title: frameWords.home,
  stylesheets: ["/dashboard.css"],
  run: async ({ trx, member, memberships, language, now }) => {
    const { companyId, email, timezone } = member;
    const stats = await readStats(trx, member, now);
    const agenda = await readAgenda(trx, member, now);
    const troubled = await listTroubled(trx, { ...member, language });
    const { open, won, lost } = stats.opportunities;
    // A company without any business yet has nothing to chart: it sees what to do first.
    const isNew = open + won + lost === 0;
    const content = isNew
      ? { setup: await readSetup(trx, member) }
      : { trends: await readTrends(trx, member, trendsRange({}, timezone, now)) };
    const { records, total } = await findNotificationPage(trx, { companyId }, { page: 1, perPage });
    const company = memberships.find((membership) => membership.companyId === companyId)!;
    return {
      identity: { member, company, language },
      stats,
      agenda,
      troubled,
      ...content,
      currency: member.currency,
      latest: {
        rows: records.map(toRow),
        total,
        perPage,
        email,
        limits,
      },
    };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const page = usePage();
  const { href, language } = page;
  const { identity, stats, agenda, troubled, setup, trends, currency, latest } = data;
  const words = useWords(dashboardWords);
  return (
    <>
      <div class="flex flex-wrap items-start justify-between gap-x-6">
        <Identity {...identity} />
        <p class="text-soft max-md:hidden">{formatDay(dayIn(page.timeZone, page.now), language)}</p>
      </div>
      <div class="space-y-10">
        <div data-region="trouble" class="empty:hidden">
          <Trouble accounts={troubled} />
        </div>
        {setup && <SetupSteps setup={setup} />}
        {(!setup || agenda.length > 0) && (
          <>
            <div data-region="attention">
              <Attention stats={stats} />
            </div>
            <Agenda items={agenda} stats={stats} />
          </>
        )}
        {trends && <KeptCharts trends={trends} stats={stats} currency={currency} />}
        <div>
          <LatestNotifications {...latest} />
          <a
            class="mt-3 inline-flex min-h-8 items-center text-label text-soft hover:text-text pointer-coarse:min-h-11"
            href={href("/panel/notifications")}
          >
            {words.sent}
          </a>
        </div>
      </div>
      {identity.member.boundTo === null && (
        <div class="mt-8">
          <NewCompany />
        </div>
      )}
    </>
  );
});

interface ChartsProps {
  trends: Awaited<ReturnType<typeof readTrends>>;
  stats: Awaited<ReturnType<typeof readStats>>;
  currency: string;
}

function Charts({ trends, ...figures }: ChartsProps) {
  const page = usePage();
  const { href, language } = page;
  const { stats, currency } = figures;
  const words = useWords(dashboardWords);
  const { outcomes, reasons, funnel } = useWords(trendWords);
  return (
    <div class="space-y-10" data-region="figures">
      <div class="grid grid-cols-1 gap-x-12 gap-y-10 xl:grid-cols-2">
        <Panel title={words.groups.sales.title} end={formatRange(trends, language)}>
          <p class="flex flex-wrap items-baseline gap-x-3 pb-3">
            <a
              class="text-figure font-semibold tabular-nums tracking-tight hover:underline"
              href={statHref("sales.month_amount", page)}
            >
              {formatMoney(stats.sales.month_amount, { language, currency })}
            </a>
            <span class="text-soft">
              {words.soldThisMonth(formatQuantity(stats.sales.month_count, language))}
            </span>
          </p>
          <SalesChart trends={trends} />
        </Panel>
        <Panel title={words.pipeline}>
          <Pipeline {...figures} />
        </Panel>
        <Panel title={outcomes} end={<OutcomesKey />}>
          <OutcomesChart trends={trends} />
        </Panel>
        <Panel title={reasons} end={formatRange(trends, language)}>
          <Losses trends={trends} />
        </Panel>
      </div>
      <Panel title={funnel} end={formatRange(trends, language)}>
        <Funnel trends={trends} />
      </Panel>
      <Panel
        title={words.figures}
        end={
          <a class="hover:text-text" href={href("/panel/reports")}>
            {words.report}
          </a>
        }
      >
        <div class="pt-3">
          <Numbers {...figures} />
        </div>
      </Panel>
    </div>
  );
}

const KeptCharts = keptPart(Charts, 30);

function NewCompany() {
  const words = useWords(frameWords);
  return (
    <NewRecord
      list="companies"
      page="/panel?company_id=:id"
      label={words.newCompany}
      title={words.newCompany}
      look="button"
      hash="#new-company"
      fields={[
        { name: "name", label: words.companyName, kind: "text", isRequired: true, maxLength: 120 },
        { name: "color", label: words.companyColor, kind: "color" },
      ]}
      preset={{ color: "#2563eb" }}
    />
  );
}
