import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import { noteAccount, noteTemplate } from "@/lib/channels/in/meta/account_news.ts";
import { findFloods } from "@/lib/channels/in/meta/flood.ts";
import { type EventOutcome, nothing } from "@/lib/channels/in/meta/outcome.ts";
import type { OtherEvent } from "@/lib/channels/in/meta/parsed.ts";
import { noteMarketing } from "@/lib/channels/meta/people/people.ts";
import type { Trx } from "@/lib/db/connection.ts";

export type ReceiptEvent = Extract<OtherEvent, { type: "status" | "receipt" }>;
type OwnEvent = Exclude<OtherEvent, ReceiptEvent>;
type Events = { [Type in OwnEvent["type"]]: Extract<OwnEvent, { type: Type }> };

type Filer<Event> = (
  trx: Trx,
  account: Account,
  event: Event,
  handlers: ChannelHandlers,
) => Promise<EventOutcome>;

const filers: { [Type in keyof Events]: Filer<Events[Type]> } = {
  edit: (trx, account, event, { meta }) => meta.edit(trx, account, event),
  unsent: (trx, account, event, { meta }) => meta.takeBack(trx, account, event),
  reaction: (trx, account, event, { meta }) => meta.react(trx, account, event),
  identity: (trx, account, event, { meta }) => meta.joinIds(trx, account, event),
  referral: (trx, account, event, { meta }) => meta.tellSource(trx, account, event),
  async preference(trx, account, { person: { ids }, at, isMarketingStopped }, { meta }) {
    const contactId = await meta.hearPerson(trx, account, ids, null);
    if (contactId === undefined) return nothing;
    const isStopped = isMarketingStopped;
    await noteMarketing(trx, { companyId: account.company_id }, account.id, { ids, at, isStopped });
    return { of: { contactId } };
  },
  template: (trx, account, event) => noteTemplate(trx, account, event),
  account: (trx, account) => noteAccount(trx, account),
  ignored: (_trx, _account, { why }) =>
    Promise.resolve(
      why === "group" ? { of: {}, automatic: { kind: why, from: null, subject: null } } : nothing,
    ),
};

function fileAs<Type extends keyof Events>(
  type: Type,
  event: Events[Type],
  { trx, account, handlers }: { trx: Trx; account: Account; handlers: ChannelHandlers },
): Promise<EventOutcome> {
  return filers[type](trx, account, event, handlers);
}

/** @returns `flood`: it is one too many of its sender, and is held back */
export async function fileEvent(
  trx: Trx,
  handlers: ChannelHandlers,
  account: Account,
  event: OwnEvent,
): Promise<EventOutcome | "flood"> {
  const tenant = { companyId: account.company_id };
  const floods = await findFloods(trx, tenant, [{ account, event }], handlers.meta);
  if (floods.size > 0) return "flood";
  return await fileAs(event.type, event, { trx, account, handlers });
}
