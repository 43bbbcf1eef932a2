import type { OutboxItem } from "@/lib/phone/outbox_item.ts";
import type { Pairing } from "@/lib/phone/pairing.ts";
import type { Send } from "@/lib/phone/conversations/send.ts";

/** Answer, message or text that was still on the phone when its pairing ended. Pure. */

/** A pairing that is over, as far as the phone remembers it. */
export type EndedPairing = Pick<Pairing, "deviceId"> & Partial<Pick<Pairing, "company" | "userId">>;

export type Unsent =
  & {
    id: string;
    device: string;
    /** Company and user of the pairing. */
    from: string;
    createdAt: number;
  }
  & (
    | { kind: "answer"; item: OutboxItem }
    | { kind: "message"; send: Send }
    /** Typed and not sent, to a notification with this title or a customer of this name. */
    | { kind: "draft"; subject: string; text: string }
  );

/** Unique also where the same pairing comes back and ends again. */
export function unsentId({ id, createdAt }: Pick<Unsent, "id" | "createdAt">): string {
  return `${id} ${createdAt}`;
}

/** @returns null for what was sent, or refused and seen */
export function unsentAnswer(item: OutboxItem, pairing: EndedPairing): Unsent | null {
  if (item.state === "sent" || item.understoodAt !== undefined) return null;
  return { ...of(item, pairing), kind: "answer", item };
}

export function unsentSend(send: Send, pairing: EndedPairing): Unsent {
  return { ...of(send, pairing), kind: "message", send };
}

export function unsentDraft(
  { id, subject, text }: { id: string; subject: string; text: string },
  pairing: EndedPairing,
): Unsent {
  const { deviceId: device } = pairing;
  const row = { id: `draft ${device}:${id}`, device, createdAt: Date.now() };
  // Named by its text, so that two tabs that end the pairing keep it once.
  return { ...of(row, pairing), id: `${row.id} ${text}`, kind: "draft", subject, text };
}

function of(row: { id: string; device: string; createdAt: number }, pairing: EndedPairing) {
  const from = [pairing.company?.name, pairing.userId].filter(Boolean).join(" · ");
  return { id: unsentId(row), device: row.device, createdAt: row.createdAt, from };
}

/** Reports whether a try was made whose end nobody heard. */
export function isUncertain(row: Unsent): boolean {
  if (row.kind === "draft") return false;
  const { state, attempts } = row.kind === "answer" ? row.item : row.send;
  return state === "sending" || (state === "waiting" && attempts > 0);
}
