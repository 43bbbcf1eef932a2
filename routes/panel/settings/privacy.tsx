import { usePage, useWords } from "@/components/page.ts";
import { Pager } from "@/lib/panel/list/Pager.tsx";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import { PrivacyLog } from "@/lib/panel/settings/PrivacyLog.tsx";
import { SettingsFrame } from "@/lib/panel/settings/SettingsFrame.tsx";
import { RecordFields } from "@/islands/record/RecordFields.tsx";
import { readCompany } from "@/lib/crm/companies/companies.ts";
import { define } from "@/lib/http/pages.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { retentionField } from "@/lib/panel/settings/company_fields.ts";
import { viewOf } from "@/lib/panel/list/list_view.ts";
import { requestQuery } from "@/lib/privacy/request.ts";
import { listRequests } from "@/lib/privacy/requests.ts";
import { countOld } from "@/lib/privacy/retention.ts";
import { privacyWords } from "@/lib/panel/settings/privacy_words.ts";
import { settingsWords } from "@/lib/panel/settings/words.ts";

/** Ages whose contacts are counted beforehand. */
const shownMonths = [6, 12, 24, 36];

export const handler = panelPage({
  title: settingsWords.names.privacy,
  stylesheets: ["/settings.css"],
  run: async ({ trx, member, url }) => {
    const { asked, ignored } = readListQuery(requestQuery, url.searchParams);
    const company = await readCompany(trx, { user: member }, member.companyId);
    const { retention_months: retention } = company;
    return {
      company,
      counts: await countOld(trx, member, [
        ...new Set([...shownMonths, retention ?? shownMonths[0]!]),
      ]),
      log: await listRequests(trx, member, asked),
      view: viewOf(url, member.companyId, ignored),
    };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const { language } = usePage();
  const { company, counts, log, view } = data;
  const words = useWords(privacyWords);
  return (
    <SettingsFrame section="privacy">
      <Panel title={words.retention.title}>
        <p class="mb-3 text-pretty text-soft">{words.retention.text}</p>
        <div class="settings-fields">
          <RecordFields
            path={`companies/${company.id}`}
            record={company}
            fields={[retentionField(language)]}
          />
        </div>
        <div data-region="retention">
          <Counts retention={company.retention_months} counts={counts} />
        </div>
      </Panel>
      <Panel title={words.log.title}>
        <p class="mb-1 text-pretty text-soft">{words.log.text}</p>
        <div data-region="log">
          <PrivacyLog requests={log.records} />
          <Pager view={view} meta={log.meta} />
        </div>
      </Panel>
    </SettingsFrame>
  );
});

interface CountsProps {
  retention: number | null;
  counts: { months: number; contacts: number }[];
}

/** How many contacts go by the setting, and how many would go by others. */
function Counts({ retention, counts }: CountsProps) {
  const { retention: words } = useWords(privacyWords);
  const now = counts.find(({ months }) => months === retention);
  return (
    <>
      <p class="mt-4 font-medium">{now ? words.tonight(now.contacts) : words.never}</p>
      <p class="mt-4 text-label text-soft">{words.preview}</p>
      <dl class="facts">
        {counts.filter(({ months }) => shownMonths.includes(months)).map(({ months, contacts }) => (
          <div key={months}>
            <dt>{words.months(months)}</dt>
            <dd class="tabular-nums">{words.counted(contacts)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
