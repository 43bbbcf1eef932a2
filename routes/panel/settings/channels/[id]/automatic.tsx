import { findAccount } from "@/lib/channels/accounts/accounts.ts";
import { automaticQuery, listAutomatic } from "@/lib/channels/in/automatic.ts";
import { define } from "@/lib/http/pages.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import { AutomaticRows } from "@/lib/panel/channels/mailbox/AutomaticRows.tsx";
import { mailboxWords } from "@/lib/panel/channels/mailbox/words.ts";
import { panelPage } from "@/lib/panel/frame/panel_page.ts";
import { viewOf } from "@/lib/panel/list/list_view.ts";
import { Pager } from "@/lib/panel/list/Pager.tsx";
import { recordId } from "@/lib/panel/record/record_id.ts";
import { SettingsFrame } from "@/lib/panel/settings/SettingsFrame.tsx";
import { speak } from "@/lib/words/language.ts";

export const handler = panelPage({
  title: mailboxWords.automatic,
  run: async ({ trx, member, params, url, language, now }) => {
    const account = await findAccount(trx, { ...member, language }, recordId(params));
    const { asked, ignored } = readListQuery(automaticQuery, url.searchParams);
    return {
      account,
      ...await listAutomatic(trx, member, account.id, asked),
      view: viewOf(url, member.companyId, ignored),
      format: { language, timeZone: member.timezone, now },
      companyId: member.companyId,
    };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const { account, records, meta, view, format, companyId } = data;
  const { language } = format;
  const words = speak(mailboxWords, language);
  return (
    <SettingsFrame
      section="channels"
      companyId={companyId}
      language={language}
      title={words.automatic}
      text={words.automaticMeans}
      back={{
        href: `/panel/settings/channels/${account.id}?company_id=${companyId}`,
        label: account.name,
      }}
    >
      <div data-region="automatic">
        <AutomaticRows mails={records} format={format} />
        <Pager view={view} meta={meta} language={language} />
      </div>
    </SettingsFrame>
  );
});
