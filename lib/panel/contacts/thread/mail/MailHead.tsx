import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import type { ThreadMail } from "@/lib/crm/contacts/threads.ts";
import { formatQuantity } from "@/lib/values/money.ts";
import { MailForward } from "@/lib/panel/contacts/thread/mail/MailForward.tsx";
import { MailSender } from "@/lib/panel/contacts/thread/mail/MailSender.tsx";
import { mailWords } from "@/lib/panel/contacts/thread/mail/words.ts";

type Person = ThreadMail["to"][number];

interface MailHeadProps {
  /** The message's. */
  id: number;
  contactId: number;
  mail: ThreadMail;
  isInbound: boolean;
  /** Whether it came in last: only there the sender's mails can be assigned. */
  isNewest: boolean;
}

/** More recipients of a list are only counted. */
const mostNamed = 20;

/** Shows whom a mail went to, and whether its sender is vouched for. */
export function MailHead(props: MailHeadProps) {
  const { language } = usePage();
  const { id, contactId, mail, isInbound, isNewest } = props;
  const { from, to, cc, recipients, reply_to, sent_by, forwarded } = mail;
  const words = useWords(mailWords);
  const first = to[0] ?? cc[0];
  const others = recipients - 1;
  const count = (n: number) => formatQuantity(n, language);
  const rows = [
    { name: words.people.from, people: isInbound ? sender(from) : [] },
    { name: words.people.to, people: to },
    { name: words.people.cc, people: cc },
    { name: words.people.sentBy, people: sent_by ? [sent_by] : [] },
    { name: words.people.replyTo, people: reply_to ? [reply_to] : [] },
  ].filter(({ people }) => people.length > 0);
  const rest = recipients - Math.min(to.length, mostNamed) - Math.min(cc.length, mostNamed);
  return (
    <div class="mail-head">
      {isInbound && !mail.verified && (
        <p class="mail-unverified" title={words.unverifiedMeans}>
          <Icon name="shield-alert" />
          {words.unverified}
        </p>
      )}
      {isInbound && mail.signed && <p>{words.signed}</p>}
      {first && (
        <details class="mail-fold">
          <summary>
            {others > 0
              ? words.toMore(first.name ?? first.address, count(others))
              : words.to(first.name ?? first.address)}
          </summary>
          <dl>
            {rows.map(({ name, people }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  {people.slice(0, mostNamed).map((person) => (
                    <bdi key={person.address}>{fullName(person)}</bdi>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
          {rest > 0 && <p>{words.others(count(rest))}</p>}
        </details>
      )}
      {isInbound && forwarded && <MailForward {...{ id, contactId, forwarded, language }} />}
      {isNewest && !forwarded?.filed_from && <MailSender mail={mail} />}
    </div>
  );
}

function sender(from: ThreadMail["from"]): Person[] {
  const address = from?.email ?? from?.id;
  return address ? [{ name: from!.name, address }] : [];
}

function fullName({ name, address }: Person): string {
  return name ? `${name} <${address}>` : address;
}
