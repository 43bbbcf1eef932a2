import { useWords } from "@/components/page.ts";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import { SettingsFrame } from "@/lib/panel/settings/SettingsFrame.tsx";
import { BrandColor } from "@/islands/settings/Brand.tsx";
import { LogoUpload } from "@/islands/settings/Brand.tsx";
import { readCompany } from "@/lib/crm/companies/companies.ts";
import { define } from "@/lib/http/pages.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { settingsWords } from "@/lib/panel/settings/words.ts";

export const handler = panelPage({
  title: settingsWords.names.brand,
  stylesheets: ["/settings.css"],
  run: async ({ trx, member }) => ({
    company: await readCompany(trx, { user: member }, member.companyId),
  }),
});

export default define.page<typeof handler>(({ data: { company } }) => {
  const words = useWords(settingsWords);
  return (
    <SettingsFrame section="brand">
      <Panel title={words.logo.title}>
        <div class="pt-2">
          <LogoUpload logo={company.logo} name={company.name} />
        </div>
      </Panel>
      <Panel title={words.color.title}>
        <div class="pt-2">
          <BrandColor color={company.color} />
        </div>
      </Panel>
    </SettingsFrame>
  );
});
