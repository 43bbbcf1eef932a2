import { usePage, useWords } from "@/components/page.ts";
import { Empty } from "@/components/Empty.tsx";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import { SettingsFrame } from "@/lib/panel/settings/SettingsFrame.tsx";
import { CopyButton } from "@/islands/frame/CopyButton.tsx";
import { OriginList } from "@/islands/settings/SettingsForms.tsx";
import { RecordFields } from "@/islands/record/RecordFields.tsx";
import { readCompany } from "@/lib/crm/companies/companies.ts";
import { define } from "@/lib/http/pages.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { consentField } from "@/lib/panel/settings/company_fields.ts";
import { formSnippet, siteOf } from "@/lib/panel/settings/form_snippet.ts";
import { settingsWords } from "@/lib/panel/settings/words.ts";

export const handler = panelPage({
  title: settingsWords.names.form,
  stylesheets: ["/settings.css"],
  run: async ({ trx, member, publicUrl }) => ({
    company: await readCompany(trx, { user: member }, member.companyId),
    action: `${publicUrl}/api/contact`,
    site: siteOf(member.companyId),
  }),
});

export default define.page<typeof handler>(({ data }) => {
  const { language } = usePage();
  const { company, action, site } = data;
  const words = useWords(settingsWords).form;
  if (site === null) {
    return (
      <SettingsFrame section="form">
        <Empty icon="globe" text={words.unavailable} />
      </SettingsFrame>
    );
  }
  const [origin] = company.public_origins;
  const copy = { label: words.copy, done: words.copied, failed: words.notCopied };
  return (
    <SettingsFrame section="form">
      <Panel title={words.address}>
        <p class="flex flex-wrap items-center gap-3 pt-1">
          <code id="form-address" class="min-w-0 select-all text-meta">{action}</code>
        </p>
      </Panel>
      <Panel title={words.snippet} end={<CopyButton of="form-snippet" {...copy} />}>
        <div data-region="snippet">
          <pre id="form-snippet" class="snippet" tabIndex={0} aria-label={words.snippet}>
            {formSnippet({ action, site, origin, language: company.language })}
          </pre>
        </div>
      </Panel>
      <Panel title={words.origins}>
        <p class="pt-1 text-label text-soft">{words.originsHint}</p>
        <OriginList origins={company.public_origins} />
      </Panel>
      <div class="settings-fields border-t border-line pt-5">
        <RecordFields
          path={`companies/${company.id}`}
          record={company}
          fields={[consentField(language)]}
        />
      </div>
    </SettingsFrame>
  );
});
