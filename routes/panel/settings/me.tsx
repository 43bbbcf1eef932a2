import { usePage, useWords } from "@/components/page.ts";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import { SettingsFrame } from "@/lib/panel/settings/SettingsFrame.tsx";
import { LoneField } from "@/islands/employees/LoneField.tsx";
import { NoticeSwitches } from "@/islands/settings/NoticeSwitches.tsx";
import { Preferences } from "@/islands/frame/Frame.tsx";
import { NoticePreferences } from "@/islands/settings/SettingsForms.tsx";
import { listAccounts } from "@/lib/channels/accounts/accounts.ts";
import { isMetaKind } from "@/lib/channels/meta/account_settings.ts";
import { describeSettings } from "@/lib/crm/companies/profile.ts";
import { define } from "@/lib/http/pages.ts";
import { kindWords } from "@/lib/panel/channels/kind_words.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { hoursWords } from "@/lib/panel/settings/hours_words.ts";
import { settingsWords } from "@/lib/panel/settings/words.ts";

export const handler = panelPage({
  title: settingsWords.names.me,
  stylesheets: ["/settings.css"],
  run: async ({ trx, member, user, memberships, language }) => ({
    me: describeSettings({ user, memberships }),
    accounts: (await listAccounts(trx, { ...member, language })).map(({ id, kind, name }) => ({
      id,
      // A business has one name on all three.
      name: isMetaKind(kind) ? `${name} · ${kindWords[kind][language]}` : name,
    })),
  }),
});

export default define.page<typeof handler>(({ data }) => {
  const { companyId, language } = usePage();
  const { me, accounts } = data;
  const company = me.companies.find(({ id }) => id === companyId)!;
  const words = useWords(settingsWords).me;
  return (
    <SettingsFrame section="me">
      <div class="settings-fields">
        <LoneField
          path="me"
          name="name"
          label={words.name}
          hint={me.email}
          value={me.name ?? ""}
          maxLength={120}
        />
      </div>
      <Panel title={words.appearance}>
        <div class="max-w-sm pt-2">
          <Preferences chosen={{ language: me.language, theme: me.theme }} />
        </div>
      </Panel>
      <Panel title={words.notices}>
        <p class="mb-2 text-meta text-soft">{words.noticesHint}</p>
        <div class="notices-column">
          <NoticeSwitches path="me" name={me.name ?? me.email} notify={me.notify} />
        </div>
      </Panel>
      <Panel title={hoursWords.onlyHere(company.name)[language]}>
        <NoticePreferences preferences={company} accounts={accounts} />
      </Panel>
    </SettingsFrame>
  );
});
