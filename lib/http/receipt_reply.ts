import { type Reply, reply } from "@/lib/http/envelope.ts";

/** A send's answer to a program: 202, or 200 for a repeat. */
export function toReceiptReply<T extends { notificationId: string; duplicate: boolean }>(
  sent: T,
): Reply<T> {
  const location = { Location: `/api/notifications/${sent.notificationId}` };
  if (!sent.duplicate) return reply(sent, { status: 202, headers: location });
  return reply(sent, { status: 200, headers: { ...location, "Idempotent-Replayed": "true" } });
}
