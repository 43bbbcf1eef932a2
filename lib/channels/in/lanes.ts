import { guessSender } from "@/lib/channels/in/sender.ts";
import { unknownLane } from "@/lib/channels/in/events.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import type { Lane } from "@/lib/db/tables/channels.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

interface Delivered {
  body: Uint8Array;
  direction: "in" | "out";
  isQuiet: boolean;
}

/**
 * Lanes of mails: known senders first. An import and sent mail are read in their order, since an
 * answer is filed after what it answers.
 */
export async function lanesOf(
  trx: Trx,
  handlers: Pick<ChannelHandlers, "findKnownAddresses">,
  tenant: Tenant,
  delivered: readonly Delivered[],
): Promise<Lane[]> {
  const senders = delivered.map(({ body, direction, isQuiet }) =>
    direction === "in" && !isQuiet ? guessSender(body) : null
  );
  const addresses = senders.filter((sender) => sender !== null);
  const knownAddresses = await handlers.findKnownAddresses(trx, tenant, addresses);
  return senders.map((sender) => sender !== null && knownAddresses.has(sender) ? 0 : unknownLane);
}
