/**
 * Answers on their way. Each is kept first, and leaves from one tab or the worker alone, by a lock.
 * A try that died half-way is repeated: the server takes the same answer twice.
 */
import { callPhone, type PhoneCall } from "@/lib/phone/api.ts";
import { inStore, resultOf } from "@/lib/phone/database.ts";
import {
  dueAt,
  isOld,
  isReplaceable,
  mayGo,
  type NewAnswer,
  newItem,
  outboxId,
  type OutboxItem,
  patienceFor,
  settle,
} from "@/lib/phone/outbox_item.ts";
import { readSetting } from "@/lib/phone/store.ts";
import { alone, channels, tell, watch } from "@/lib/phone/tabs.ts";
import { settleUnsent } from "@/lib/phone/unsent/kept_unsent.ts";

export type { NewAnswer, OutboxItem } from "@/lib/phone/outbox_item.ts";

const name = channels.outbox;

/** This page's waiting answers: what it hands over when it goes away. */
const own = new Map<string, { item: OutboxItem; isKept: boolean }>();

/**
 * Keeps the answer, to be sent once it cannot be undone. An answer to the same notification that is
 * under way or sent is returned instead.
 * @throws DOMException where the browser keeps nothing
 */
export async function enqueueAnswer(answer: NewAnswer): Promise<OutboxItem> {
  const item = newItem(answer, Date.now(), await readSetting("clockAheadMs"));
  const entry = { item, isKept: false };
  own.set(item.id, entry);
  const stored = await addItem(item);
  entry.isKept = true;
  return stored;
}

/** @returns the one that is kept */
export async function addItem(item: OutboxItem): Promise<OutboxItem> {
  const stored = await inStore("outbox", "readwrite", async (store) => {
    const existing: OutboxItem | undefined = await resultOf(store.get(item.id));
    if (existing && !isReplaceable(existing)) return existing;
    store.put(item);
    return item;
  });
  tell(name);
  return stored;
}

/**
 * Takes back an answer that is not under way; one that was tried may still have arrived.
 * @returns false where it is too late
 */
export async function undoAnswer(id: string): Promise<boolean> {
  own.delete(id);
  const undone = await inStore("outbox", "readwrite", async (store) => {
    const item: OutboxItem | undefined = await resultOf(store.get(id));
    if (item?.state !== "waiting") return false;
    store.delete(id);
    return true;
  });
  tell(name);
  return undone;
}

export async function dismissOutcome(id: string): Promise<void> {
  await inStore("outbox", "readwrite", async (store) => {
    const item: OutboxItem | undefined = await resultOf(store.get(id));
    if (item?.state === "refused") store.put({ ...item, understoodAt: Date.now() });
  });
  tell(name);
}

/** Oldest first. What is over stays for a month, for the list of one's answers. */
export async function listOutbox(device?: string): Promise<OutboxItem[]> {
  const items: OutboxItem[] = await inStore(
    "outbox",
    "readonly",
    (store) => resultOf(store.getAll()),
  ).catch(() => []);
  return items.filter((item) => device === undefined || item.device === device)
    .sort((a, b) => a.createdAt - b.createdAt);
}

export interface Sending {
  force?: boolean;
  again?: boolean;
  ids?: string[];
}

/** Sends what is due; stops where the network does. @returns answers taken or refused now */
export async function sendDue({ force, again, ids }: Sending = {}): Promise<OutboxItem[]> {
  const settled: OutboxItem[] = [];
  await alone(name, async (hasLock) => {
    for (const { id } of await listOutbox()) {
      if (ids && !ids.includes(id)) continue;
      const item = await claim(id, (stored, now) => {
        // The sender has died, or this one would not have the lock.
        if (stored.state === "sending") return hasLock || dueAt(stored)! <= now;
        if (stored.state !== "waiting") return false;
        return force || (again ? mayGo(stored, now) : dueAt(stored)! <= now);
      });
      if (!item) continue;
      const outcome = await post(item, {
        language: await readSetting("language"),
        timeoutMs: patienceFor(item, Date.now()),
      });
      const after = settle(item, outcome, Date.now());
      if (!await keep(after)) {
        await settleUnsent(item, after.state === "sent" ? undefined : { item: after });
      }
      if (after.state !== "waiting") settled.push(after);
      else if (!outcome.ok && outcome.why === "offline") break;
    }
  });
  return settled;
}

/** Without reading the outbox: the last thing that a page without a worker can do. */
export function sendLastly(item: OutboxItem): void {
  void post(item, { keepalive: true });
}

function post(item: OutboxItem, options: Pick<PhoneCall, "language" | "keepalive" | "timeoutMs">) {
  const { device, notificationId, actionId, reply } = item;
  return callPhone(`notifications/${notificationId}/response`, {
    ...options,
    device,
    method: "POST",
    json: { actionId: actionId ?? undefined, reply: reply ?? undefined },
  });
}

/** Calls `listener` with the outbox, now and after every change anywhere. */
export function watchOutbox(listener: (items: OutboxItem[]) => void): () => void {
  return watch(name, listOutbox, listener);
}

export function ownAnswers(): { item: OutboxItem; isKept: boolean }[] {
  return [...own.values()];
}

export async function findAnswer(
  device: string,
  notificationId: string,
): Promise<OutboxItem | undefined> {
  const id = outboxId(device, notificationId);
  return (await listOutbox(device)).find((item) => item.id === id);
}

async function claim(
  id: string,
  isDue: (item: OutboxItem, now: number) => boolean,
): Promise<OutboxItem | undefined> {
  const now = Date.now();
  const claimed = await inStore("outbox", "readwrite", async (store) => {
    const stored: OutboxItem | undefined = await resultOf(store.get(id));
    if (stored && isOld(stored, now)) store.delete(id);
    if (!stored || !isDue(stored, now)) return undefined;
    const item: OutboxItem = { ...stored, state: "sending", changedAt: now };
    store.put(item);
    return item;
  });
  if (claimed) tell(name);
  return claimed;
}

/** @returns false where its pairing has ended meanwhile, and it is not in the outbox any more */
async function keep(item: OutboxItem): Promise<boolean> {
  if (item.state !== "waiting") own.delete(item.id);
  const isThere = await inStore("outbox", "readwrite", async (store) => {
    const isThere = await resultOf(store.getKey(item.id)) !== undefined;
    if (isThere) store.put(item);
    return isThere;
  });
  tell(name);
  return isThere;
}
