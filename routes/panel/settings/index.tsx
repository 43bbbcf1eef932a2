import { usePage } from "@/components/page.ts";
import { SettingsFrame } from "@/lib/panel/settings/SettingsFrame.tsx";
import { RecordFields } from "@/islands/record/RecordFields.tsx";
import { readCompany } from "@/lib/crm/companies/companies.ts";
import { define } from "@/lib/http/pages.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { profileFields } from "@/lib/panel/settings/company_fields.ts";
import { nounWords } from "@/lib/words/nouns.ts";

export const handler = panelPage({
  title: nounWords.settings.many,
  stylesheets: ["/settings.css"],
  run: async ({ trx, member }) => ({
    company: await readCompany(trx, { user: member }, member.companyId),
  }),
});

export default define.page<typeof handler>(({ data: { company } }) => (
  <SettingsFrame section="profile">
    <div class="settings-fields">
      <RecordFields
        path={`companies/${company.id}`}
        record={company}
        fields={profileFields(usePage().language)}
      />
    </div>
  </SettingsFrame>
));
