import { usePage, useWords } from "@/components/page.ts";
import { Time } from "@/components/Time.tsx";
import { type EmailSettings, emailSettingsOf } from "@/lib/channels/accounts/email_settings.ts";
import { callbackUrlOf } from "@/lib/channels/kinds.ts";
import { isMetaKind } from "@/lib/channels/meta/account_settings.ts";
import type { TimeFormat } from "@/lib/values/dates.ts";
import { formatQuantity } from "@/lib/values/money.ts";
import { type Account, ChannelState } from "@/lib/panel/channels/ChannelState.tsx";
import type { Fact } from "@/lib/panel/channels/fact.ts";
import { mailboxWords } from "@/lib/panel/channels/mailbox/words.ts";
import { metaFacts } from "@/lib/panel/channels/meta/accounts/meta_facts.tsx";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import { speak } from "@/lib/words/language.ts";
import { channelWords } from "@/lib/words/statuses.ts";

interface ChannelFactsProps {
  account: Account;
}

/** How the account is, and what it is. */
export function ChannelFacts({ account }: ChannelFactsProps) {
  const page = usePage();
  const { href, language } = page;
  const { id, kind, channel, address, settings, state, waiting } = account;
  const words = useWords(channelsWords);
  const callbackUrl = callbackUrlOf(account);
  const at = (instant: Date | null) => instant ? <Time at={instant} /> : words.never;
  const rows: Fact[] = [
    { name: words.state, value: <ChannelState account={account} /> },
    { name: words.lastIn, value: at(account.last_received_at) },
    { name: words.lastOut, value: account.can_send ? at(account.last_sent_at) : words.receiveOnly },
    ...(waiting > 0 ? [{ name: words.waiting, value: waiting }] : []),
    ...(kind === "email" ? mailboxFacts(emailSettingsOf(settings), account, page) : [{
      name: words.channel,
      value: [words.kinds[kind], kind === "program" && channelWords[channel][language]]
        .filter(Boolean).join(" · "),
    }]),
    ...(isMetaKind(kind) ? metaFacts(account, page) : []),
    ...(address ? [{ name: words.address, value: <bdi>{address}</bdi> }] : []),
    ...(callbackUrl ? [{ name: words.callback, value: <bdi>{callbackUrl}</bdi> }] : []),
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
          href={href(`/panel/contacts?via=${id}`)}
        >
          {words.inbox}
        </a>
      </p>
    </>
  );
}

function mailboxFacts(
  { imap, smtp, from_name }: EmailSettings,
  { import: brought, reads }: Account,
  format: TimeFormat,
): Fact[] {
  const words = speak(mailboxWords, format.language);
  const [done, total] = [brought?.done ?? 0, brought?.total ?? 0]
    .map((count) => formatQuantity(count, format.language)) as [string, string];
  const server = ({ host, port }: EmailSettings["smtp"]) => <bdi>{`${host}:${port}`}</bdi>;
  return [
    ...(reads
      ? [{
        name: words.reads,
        value: (
          <>
            <bdi>{reads.folder}</bdi>
            {reads.sent && ` ${words.andSent}`}, {words.since} <Time at={reads.since} />
          </>
        ),
      }, {
        name: words.looked,
        value: reads.looked_at ? <Time at={reads.looked_at} /> : words.notLookedYet,
      }]
      : []),
    ...(brought ? [{ name: words.past, value: words.imported(done, total) }] : []),
    { name: words.incoming, value: server(imap) },
    { name: words.outgoing, value: server(smtp) },
    ...(from_name ? [{ name: words.fromName, value: <bdi>{from_name}</bdi> }] : []),
  ];
}
