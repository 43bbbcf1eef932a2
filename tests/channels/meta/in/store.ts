/** Events of an account, stored as hooks bring them and read by the service. */
import { storeEvents } from "@/lib/channels/in/events.ts";
import { splitHook } from "@/lib/channels/meta/hook/split.ts";
import { inDatabase } from "../../../crm/scene.ts";
import type { World } from "../../../support/world.ts";
import type { MetaAccount } from "../accounts.ts";
import { settled } from "./hooks.ts";

/** Stores the events of the hooks in their order, and reads them. */
export async function read(world: World, account: MetaAccount, hooks: unknown[]): Promise<void> {
  const { companyId, id: accountId } = account;
  const events = hooks.flatMap((hook) => splitHook(hook)!);
  await inDatabase(world, companyId, (trx) =>
    storeEvents(
      trx,
      { companyId },
      events.map(({ key, route: { object }, part }) => ({
        accountId,
        externalId: key,
        body: new TextEncoder().encode(JSON.stringify({ object, part })),
      })),
    ));
  await settled(world);
}

export interface ItemOptions {
  sender: string;
  recipient?: string;
  at?: number;
}

/** An event of a page or an Instagram account. */
export function item(object: "page" | "instagram", options: ItemOptions, event: object): unknown {
  const { sender, recipient = "107003000000001", at = Date.now() - 60_000 } = options;
  const messaging = [
    { sender: { id: sender }, recipient: { id: recipient }, timestamp: at, ...event },
  ];
  const id = object === "page" ? "107003000000001" : "17841400000000001";
  return { object, entry: [{ id, time: at, messaging }] };
}

/** A message of WhatsApp; `from` is what it says of who wrote. */
export function whatsapp(from: object, message: Record<string, unknown>, at?: number): unknown {
  const timestamp = String(Math.floor((at ?? Date.now() - 60_000) / 1_000));
  const value = {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "34911222333", phone_number_id: "106540352242922" },
    messages: [{ timestamp, ...from, ...message }],
  };
  const changes = [{ field: "messages", value }];
  return { object: "whatsapp_business_account", entry: [{ id: "102290129340398", changes }] };
}

export function text(id: string, body: string) {
  return { id, type: "text", text: { body } };
}
