import { callPhone } from "@/lib/phone/api.ts";
import { conversationKey } from "@/lib/phone/conversations/state.ts";

/** Newest message of each conversation that was marked as seen. */
const marked = new Map<string, number>();

/** Tells the server once what was shown, so that people see that their message was read. */
export async function tellSeen(device: string, contactId: number, newest: number): Promise<void> {
  const key = conversationKey(device, contactId);
  if (marked.get(key) === newest) return;
  marked.set(key, newest);
  const path = `conversations/${contactId}/seen`;
  const outcome = await callPhone(path, { device, method: "POST", json: { newest } });
  // Told with the next look, unless the server has refused it for good.
  const isLost = !outcome.ok && (outcome.why === "offline" || outcome.status >= 429);
  if (isLost && marked.get(key) === newest) marked.delete(key);
}
