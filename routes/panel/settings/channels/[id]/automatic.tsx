import { usePage, useWords } from "@/components/page.ts";
import { Empty } from "@/components/Empty.tsx";
import { ListKeys } from "@/islands/list/List.tsx";
import { AutomaticViewer } from "@/islands/settings/Channels.tsx";
import { findAccount } from "@/lib/channels/accounts/accounts.ts";
import {
  type AutomaticQuery,
  automaticQuery,
  listAutomatic,
} from "@/lib/channels/in/automatic/automatic.ts";
import { define } from "@/lib/http/pages.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import { AutomaticRows } from "@/lib/panel/channels/mailbox/AutomaticRows.tsx";
import { mailboxWords } from "@/lib/panel/channels/mailbox/words.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { Ignored } from "@/lib/panel/list/Ignored.tsx";
import { Search } from "@/lib/panel/list/ListHead.tsx";
import { hrefOf, viewOf } from "@/lib/panel/list/list_view.ts";
import { listWords } from "@/lib/panel/list/words.ts";
import { Pager } from "@/lib/panel/list/Pager.tsx";
import { recordId } from "@/lib/panel/record/record_id.ts";
import { SettingsFrame } from "@/lib/panel/settings/SettingsFrame.tsx";
import { speak } from "@/lib/words/language.ts";

/** Names the mail that is opened at once, as search links to it. */
const opened = "mail";

export const handler = panelPage({
  title: mailboxWords.automatic,
  stylesheets: ["/lists.css", "/settings.css"],
  run: async ({ trx, member, params, url, language }) => {
    const account = await findAccount(trx, { ...member, language }, recordId(params));
    const { asked, ignored } = readListQuery<AutomaticQuery>(automaticQuery, url.searchParams, [
      opened,
    ]);
    const mail = url.searchParams.get(opened) ?? "";
    return {
      account,
      ...await listAutomatic(trx, member, account.id, asked),
      mailId: /^[1-9]\d{0,8}$/.test(mail) ? Number(mail) : undefined,
      ignored,
      view: viewOf(url, member.companyId, [...ignored, opened]),
    };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const { href, language } = usePage();
  const { account, records, meta, mailId, ignored, view } = data;
  const words = useWords(mailboxWords);
  return (
    <SettingsFrame
      section="channels"
      title={words.automatic}
      text={words.automaticMeans}
      back={{ href: href(`/panel/settings/channels/${account.id}`), label: account.name }}
    >
      <AutomaticViewer
        accountId={account.id}
        mailId={mailId}
      />
      <ListKeys name="automatic" />
      <Ignored names={ignored} />
      <div class="mb-3 flex">
        <Search view={view} />
      </div>
      <div data-region="automatic">
        {meta.total === 0 && view.params.q
          ? (
            <Empty icon="search" text={speak(listWords, language).noMatches}>
              <a class="button" href={hrefOf(view, { q: null })}>
                {speak(listWords, language).clearFilters}
              </a>
            </Empty>
          )
          : <AutomaticRows mails={records} />}
        <Pager view={view} meta={meta} />
      </div>
    </SettingsFrame>
  );
});
