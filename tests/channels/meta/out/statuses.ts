/** What Meta tells of messages of ours, noted as the reader does. */
import { lockAccount } from "@/lib/channels/accounts/accounts.ts";
import { splitHook } from "@/lib/channels/meta/hook/split.ts";
import type { MetaEvent } from "@/lib/channels/meta/read/event.ts";
import { readMessenger } from "@/lib/channels/meta/read/messenger.ts";
import { readWhatsapp } from "@/lib/channels/meta/read/whatsapp.ts";
import { noteReceipts } from "@/lib/crm/contacts/conversation/sending/note_receipts.ts";
import { inDatabase } from "../../../crm/scene.ts";
import { statusPayload } from "../../../support/graph/sends.ts";
import type { GraphSent } from "../../../support/graph/state.ts";
import type { World } from "../../../support/world.ts";
import type { MetaAccount } from "../accounts.ts";

export type State = "sent" | "delivered" | "read" | "failed";

export interface Status {
  state: State;
  code?: number;
  at?: Date;
}

export function eventOf(payload: unknown): MetaEvent {
  const [event] = splitHook(payload)!;
  const { route, part } = event!;
  return route.object === "whatsapp_business_account"
    ? readWhatsapp(part, new Date())
    : readMessenger(part, ["107003000000001", "17841400000000001"], new Date());
}

export function tellStatus(world: World, account: MetaAccount, sent: GraphSent, status: Status) {
  const event = eventOf(statusPayload(sent, status));
  if (event.type !== "status") throw new Error(`a status is read as ${event.type}`);
  return tell(world, account, event);
}

/** @returns the message that it is of; `wait` where it waits for one, or its attempt's end */
export function tell(
  world: World,
  { id }: MetaAccount,
  event: Extract<MetaEvent, { type: "status" | "receipt" }>,
) {
  return inDatabase(world, 1, async (trx) => {
    const account = await lockAccount(trx, { companyId: 1 }, id);
    const [outcome] = await noteReceipts(trx, { companyId: 1 }, [{ account, event }]);
    return outcome && "of" in outcome ? outcome.of : "wait" as const;
  });
}
