/** Unsent texts of ended pairings, apart from the queues: nothing sends them any more. */
import { inStore, inStores, resultOf } from "@/lib/phone/database.ts";
import type { OutboxItem } from "@/lib/phone/outbox_item.ts";
import { channels, tell, watch } from "@/lib/phone/tabs.ts";
import type { Send } from "@/lib/phone/conversations/send.ts";
import {
  type EndedPairing,
  type Unsent,
  unsentAnswer,
  unsentId,
  unsentSend,
} from "@/lib/phone/unsent/unsent.ts";

/**
 * Takes what waits out of the queues of an ended pairing, in the transaction that keeps it.
 * @param before leaves younger rows where they are
 * @throws DOMException where the browser keeps nothing
 */
export async function keepUnsent(
  pairing: EndedPairing,
  drafts: Unsent[],
  before = Infinity,
): Promise<void> {
  const isOf = (row: OutboxItem | Send) =>
    row.device === pairing.deviceId && row.createdAt < before;
  await inStores(["outbox", "sends", "unsent"], "readwrite", async (storeOf) => {
    const unsent = storeOf("unsent");
    const items: OutboxItem[] = await resultOf(storeOf("outbox").getAll());
    for (const item of items.filter(isOf)) {
      const answer = unsentAnswer(item, pairing);
      if (answer) unsent.put(answer);
      storeOf("outbox").delete(item.id);
    }
    const sends: Send[] = await resultOf(storeOf("sends").getAll());
    for (const send of sends.filter(isOf)) {
      unsent.put(unsentSend(send, pairing));
      storeOf("sends").delete(send.id);
    }
    for (const draft of drafts) unsent.put(draft);
  });
  for (const channel of Object.values(channels)) tell(channel);
}

/** Devices with something in the queues that is older than `before`. */
export async function queuedDevices(before: number): Promise<string[]> {
  const rows = await inStores(["outbox", "sends"], "readonly", async (storeOf) => {
    const items: OutboxItem[] = await resultOf(storeOf("outbox").getAll());
    const sends: Send[] = await resultOf(storeOf("sends").getAll());
    return [...items, ...sends];
  }).catch(() => []);
  return rows.filter(({ createdAt }) => createdAt < before).map(({ device }) => device);
}

/**
 * Notes the end of a try that was under way when the pairing ended.
 * @param after as it stands now; undefined where it has arrived
 */
export async function settleUnsent(
  row: OutboxItem | Send,
  after: { item: OutboxItem } | { send: Send } | undefined,
): Promise<void> {
  await inStore("unsent", "readwrite", async (store) => {
    const unsent: Unsent | undefined = await resultOf(store.get(unsentId(row)));
    if (unsent && after) store.put({ ...unsent, ...after });
    else if (unsent) store.delete(unsent.id);
  });
  tell(channels.unsent);
}

/** Newest first. */
async function listUnsent(): Promise<Unsent[]> {
  const rows: Unsent[] = await inStore("unsent", "readonly", (store) => resultOf(store.getAll()))
    .catch(() => []);
  return rows.sort((a, b) => b.createdAt - a.createdAt);
}

/** Calls `listener` with all of it, now and after every change anywhere. */
export function watchUnsent(listener: (rows: Unsent[]) => void): () => void {
  return watch(channels.unsent, listUnsent, listener);
}

export async function discardUnsent(id: string): Promise<void> {
  await inStore("unsent", "readwrite", (store) => void store.delete(id));
  tell(channels.unsent);
}

/** Puts back what was discarded. */
export async function restoreUnsent(row: Unsent): Promise<void> {
  await inStore("unsent", "readwrite", (store) => void store.put(row));
  tell(channels.unsent);
}
