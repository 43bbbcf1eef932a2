/** What Meta tells of a message that the company has sent: statuses, echoes, marks. */
import { echoPayload, statusPayload } from "@/tests/support/graph/sends.ts";
import type { GraphSent } from "@/tests/support/graph/state.ts";
import type { BusinessAccount } from "./business.ts";
import { type Customer, customerValues } from "./customer.ts";
import type { Line } from "./line.ts";
import { fill, payloadOf } from "./payload.ts";

/** It has come to the customer's phone. */
export async function deliveryOf(account: BusinessAccount, sent: GraphSent): Promise<unknown[]> {
  const { kind, values, ownId, settings } = account;
  switch (kind) {
    case "whatsapp":
      return (["sent", "delivered"] as const)
        .map((state) => fill(statusPayload(sent, { state }), values));
    case "instagram":
      return [echoPayload("instagram", settings.ig_id!, sent)];
    case "facebook": {
      const times = { "1790000000000": Date.now(), "1790000000500": Date.now() };
      const of = { "7012345678901234": sent.to, "m_ours": sent.id, "1789999999000": Date.now() };
      return [
        fill(echoPayload("page", ownId, sent), values),
        await payloadOf("facebook/delivery", { ...values, ...times, ...of }),
      ];
    }
  }
}

/** The customer has seen these. */
export async function readOf(
  { kind, values }: BusinessAccount,
  customer: Customer,
  lines: readonly Line[],
): Promise<unknown[]> {
  const newest = lines.at(-1);
  if (!newest) return [];
  if (kind === "whatsapp") {
    return lines.flatMap(({ sent }) =>
      sent ? [fill(statusPayload(sent, { state: "read" }), values)] : []
    );
  }
  const own = customerValues(kind, customer, { at: new Date(), isHidden: false });
  return [await payloadOf(`${kind}/read`, { ...values, ...own, "m_ours": newest.id })];
}
