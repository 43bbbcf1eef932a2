import { usePage, useWords } from "@/components/page.ts";
import { AutomaticViewer, ChannelActions } from "@/islands/settings/Channels.tsx";
import { VerbButton } from "@/islands/record/VerbButton.tsx";
import { findAccount } from "@/lib/channels/accounts/accounts.ts";
import { listAutomatic } from "@/lib/channels/in/automatic/automatic.ts";
import { listTemplates } from "@/lib/channels/meta/templates/templates.ts";
import { listProblems, problemQuery } from "@/lib/channels/in/problems.ts";
import { define } from "@/lib/http/pages.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import { hasFeature, panelKinds } from "@/lib/panel/channels/kinds.ts";
import { channelNow } from "@/lib/panel/channels/channel_now.ts";
import { ChannelFacts } from "@/lib/panel/channels/ChannelFacts.tsx";
import { AutomaticMail } from "@/lib/panel/channels/mailbox/AutomaticMail.tsx";
import { settingWords } from "@/lib/panel/channels/meta/accounts/setting_words.ts";
import { SetAside } from "@/lib/panel/channels/meta/accounts/SetAside.tsx";
import { Templates } from "@/lib/panel/channels/meta/accounts/Templates.tsx";
import { ProgramSteps } from "@/lib/panel/channels/ProgramSteps.tsx";
import { ProblemRows } from "@/lib/panel/channels/ProblemRows.tsx";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { viewOf } from "@/lib/panel/list/list_view.ts";
import { Pager } from "@/lib/panel/list/Pager.tsx";
import { recordId } from "@/lib/panel/record/record_id.ts";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import { SettingsFrame } from "@/lib/panel/settings/SettingsFrame.tsx";

/** The newest ones; the others have a page of their own. */
const automaticShown = 5;

export const handler = panelPage({
  stylesheets: ["/settings.css"],
  run: async ({ trx, member, params, url, language }) => {
    const reader = { ...member, language };
    const account = await findAccount(trx, reader, recordId(params));
    const { asked, ignored } = readListQuery(problemQuery, url.searchParams);
    const { records, meta } = await listProblems(trx, reader, account.id, asked);
    const newest = { page: 1, per_page: automaticShown };
    return {
      account,
      automatic: hasFeature(account.kind, "program_steps")
        ? null
        : await listAutomatic(trx, reader, account.id, newest),
      templates: hasFeature(account.kind, "templates")
        ? await listTemplates(trx, member, account.id)
        : null,
      problems: records,
      meta,
      view: viewOf(url, member.companyId, ignored),
    };
  },
  title: ({ account }) => account.name,
});

export default define.page<typeof handler>(({ data }) => {
  const { href, language } = usePage();
  const { account, automatic, templates, problems, meta, view } = data;
  const words = useWords(channelsWords);
  const number = useWords(settingWords);
  const isMailbox = hasFeature(account.kind, "automatic_mail");
  const now = channelNow(account, language);
  return (
    <SettingsFrame
      section="channels"
      title={account.name}
      text={panelKinds[account.kind].detail[language]}
      back={{ href: href("/panel/settings/channels"), label: words.back }}
    >
      <div class="space-y-4">
        <div data-region="state">
          <data data-json="channel" value={JSON.stringify(now)} hidden />
          <ChannelFacts account={account} />
        </div>
        <ChannelActions first={now} />
      </div>
      {hasFeature(account.kind, "program_steps") && (
        <Panel title={words.next}>
          <ProgramSteps accountId={account.id} />
        </Panel>
      )}
      {templates && (
        <Panel
          title={number.templates}
          end={
            <VerbButton
              path={`channels/${account.id}/templates/refresh`}
              label={number.refresh}
              icon="rotate-cw"
              done={number.refreshed}
            />
          }
        >
          <p class="py-1 text-pretty text-label text-soft">{number.templatesMeans}</p>
          <div data-region="templates">
            <Templates templates={templates} />
          </div>
        </Panel>
      )}
      <section id="problems" aria-label={words.problems}>
        <Panel title={words.problems}>
          <p class="py-1 text-label text-soft">{words.problemsMeans}</p>
          <div data-region="problems">
            <ProblemRows accountId={account.id} problems={problems} />
            <Pager view={view} meta={meta} />
          </div>
        </Panel>
      </section>
      {automatic && hasFeature(account.kind, "set_aside") && automatic.meta.total > 0 && (
        <Panel title={number.setAside} region="set-aside">
          <p class="py-1 text-label text-soft">{number.setAsideMeans}</p>
          <SetAside items={automatic.records} total={automatic.meta.total} />
        </Panel>
      )}
      {isMailbox && <AutomaticViewer accountId={account.id} />}
      {automatic && isMailbox && (
        <AutomaticMail
          accountId={account.id}
          mails={automatic.records}
          total={automatic.meta.total}
        />
      )}
    </SettingsFrame>
  );
});
