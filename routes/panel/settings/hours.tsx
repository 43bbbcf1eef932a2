import { usePage, useWords } from "@/components/page.ts";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import { SettingsFrame } from "@/lib/panel/settings/SettingsFrame.tsx";
import { ClosedDays, OpeningHours } from "@/islands/settings/SettingsForms.tsx";
import { RecordFields } from "@/islands/record/RecordFields.tsx";
import { readCompany } from "@/lib/crm/companies/companies.ts";
import { define } from "@/lib/http/pages.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { unansweredField } from "@/lib/panel/settings/company_fields.ts";
import { hoursWords } from "@/lib/panel/settings/hours_words.ts";
import { settingsWords } from "@/lib/panel/settings/words.ts";

export const handler = panelPage({
  title: settingsWords.names.hours,
  stylesheets: ["/settings.css"],
  run: async ({ trx, member }) => ({
    company: await readCompany(trx, { user: member }, member.companyId),
  }),
});

export default define.page<typeof handler>(({ data: { company } }) => {
  const { language, timeZone } = usePage();
  const words = useWords(hoursWords);
  return (
    <SettingsFrame section="hours">
      <Panel title={words.week} end={timeZone.replaceAll("_", " ")}>
        <OpeningHours hours={company.opening_hours} />
      </Panel>
      <Panel title={words.holidays}>
        <p class="pt-1 text-pretty text-label text-soft">{words.holidaysText}</p>
        <ClosedDays days={company.closed_days} />
      </Panel>
      <Panel title={words.unanswered}>
        <p class="pb-2 pt-1 text-pretty text-label text-soft">{words.unansweredText}</p>
        <div class="settings-fields">
          <RecordFields
            path={`companies/${company.id}`}
            record={company}
            fields={[unansweredField(language)]}
          />
        </div>
      </Panel>
    </SettingsFrame>
  );
});
