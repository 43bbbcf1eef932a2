import { Time } from "@/components/Time.tsx";
import { ChannelActions } from "@/islands/settings/Channels.tsx";
import { findAccount } from "@/lib/channels/accounts/accounts.ts";
import { listProblems, problemQuery } from "@/lib/channels/in/problems.ts";
import { define } from "@/lib/http/pages.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import { channelNow } from "@/lib/panel/channels/channel_now.ts";
import { type Account, ChannelState } from "@/lib/panel/channels/ChannelState.tsx";
import { ProgramSteps } from "@/lib/panel/channels/ProgramSteps.tsx";
import { ProblemRows } from "@/lib/panel/channels/ProblemRows.tsx";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import { panelPage } from "@/lib/panel/frame/panel_page.ts";
import { viewOf } from "@/lib/panel/list/list_view.ts";
import { Pager } from "@/lib/panel/list/Pager.tsx";
import { recordId } from "@/lib/panel/record/record_id.ts";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import { SettingsFrame } from "@/lib/panel/settings/SettingsFrame.tsx";
import type { TimeFormat } from "@/lib/dates.ts";
import { speak } from "@/lib/words/language.ts";
import { channelWords } from "@/lib/words/statuses.ts";

export const handler = panelPage({
  run: async ({ trx, member, params, url, language, now }) => {
    const reader = { ...member, language };
    const account = await findAccount(trx, reader, recordId(params));
    const { asked, ignored } = readListQuery(problemQuery, url.searchParams);
    const { records, meta } = await listProblems(trx, reader, account.id, asked);
    return {
      account,
      problems: records,
      meta,
      view: viewOf(url, member.companyId, ignored),
      format: { language, timeZone: member.timezone, now },
      companyId: member.companyId,
    };
  },
  title: ({ account }) => account.name,
});

export default define.page<typeof handler>(({ data }) => {
  const { account, problems, meta, view, format, companyId } = data;
  const { language } = format;
  const who = { companyId, language };
  const words = speak(channelsWords, language);
  const now = channelNow(account);
  return (
    <SettingsFrame
      section="channels"
      {...who}
      title={account.name}
      text={words.detail}
      back={{ href: `/panel/settings/channels?company_id=${companyId}`, label: words.back }}
    >
      <div class="space-y-4">
        <div data-region="state">
          <data data-json="channel" value={JSON.stringify(now)} hidden />
          <Facts account={account} companyId={companyId} format={format} />
        </div>
        <ChannelActions {...who} first={now} />
      </div>
      <Panel title={words.next}>
        <ProgramSteps accountId={account.id} {...who} />
      </Panel>
      <section id="problems" aria-label={words.problems}>
        <Panel title={words.problems}>
          <p class="py-1 text-label text-soft">{words.problemsMeans}</p>
          <div data-region="problems">
            <ProblemRows
              accountId={account.id}
              problems={problems}
              companyId={companyId}
              format={format}
            />
            <Pager view={view} meta={meta} language={language} />
          </div>
        </Panel>
      </section>
    </SettingsFrame>
  );
});

interface FactsProps {
  account: Account;
  companyId: number;
  format: TimeFormat;
}

/** How the account is, and what it is. */
function Facts({ account, companyId, format }: FactsProps) {
  const { id, kind, channel, address, settings, state, waiting } = account;
  const { language } = format;
  const words = speak(channelsWords, language);
  const at = (instant: Date | null) =>
    instant ? <Time at={instant} format={format} /> : words.never;
  const rows = [
    { name: words.state, value: <ChannelState account={account} language={language} /> },
    { name: words.lastIn, value: at(account.last_received_at) },
    { name: words.lastOut, value: account.can_send ? at(account.last_sent_at) : words.receiveOnly },
    ...(waiting > 0 ? [{ name: words.waiting, value: waiting }] : []),
    { name: words.channel, value: `${words.kinds[kind]} · ${channelWords[channel][language]}` },
    ...(address ? [{ name: words.address, value: <bdi>{address}</bdi> }] : []),
    ...(settings.callback_url
      ? [{ name: words.callback, value: <bdi>{settings.callback_url}</bdi> }]
      : []),
  ];
  return (
    <>
      {state === "paused" && <p class="mb-3 text-warning-text">{words.pausedMeans}</p>}
      <dl class="facts">
        {rows.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="mt-2">
        <a
          class="text-accent underline underline-offset-2"
          href={`/panel/contacts?company_id=${companyId}&via=${id}`}
        >
          {words.inbox}
        </a>
      </p>
    </>
  );
}
