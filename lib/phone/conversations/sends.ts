/**
 * Answers and notes on their way, as `outbox.ts` keeps those to notifications: each is kept first,
 * and leaves from one tab or the worker alone.
 */
import { callPhone, type PhoneOutcome } from "@/lib/phone/api.ts";
import { inStore, resultOf } from "@/lib/phone/database.ts";
import {
  bodyOf,
  dueAt,
  isThere,
  type NewSend,
  newSend,
  type Send,
  settle,
} from "@/lib/phone/conversations/send.ts";
import { readSetting } from "@/lib/phone/store.ts";
import { alone, channels, tell, watch } from "@/lib/phone/tabs.ts";
import { settleUnsent } from "@/lib/phone/unsent/kept_unsent.ts";

const name = channels.sends;
const fileTimeoutMs = 120_000;

/** @throws DOMException where the browser keeps nothing */
export async function keepSend(fields: NewSend): Promise<Send> {
  const send = newSend(fields, Date.now());
  await inStore("sends", "readwrite", (store) => void store.put(send));
  tell(name);
  return send;
}

/** Oldest first. */
export async function listSends(): Promise<Send[]> {
  const sends: Send[] = await inStore("sends", "readonly", (store) => resultOf(store.getAll()))
    .catch(() => []);
  return sends.sort((a, b) => a.createdAt - b.createdAt);
}

/** @returns false where it is on its way, or gone */
export async function dropSend(id: string): Promise<boolean> {
  const isDropped = await inStore("sends", "readwrite", async (store) => {
    const stored: Send | undefined = await resultOf(store.get(id));
    if (!stored || stored.state === "sending") return false;
    store.delete(id);
    return true;
  });
  tell(name);
  return isDropped;
}

/** Sends it although a newer message exists, which the writer has seen now. */
export async function sendAfterAll(id: string, after: number | null): Promise<void> {
  await inStore("sends", "readwrite", async (store) => {
    const stored: Send | undefined = await resultOf(store.get(id));
    if (!stored || stored.state === "sending") return;
    const { outcome: _, ...send } = stored;
    store.put({ ...send, after, state: "waiting", retryAt: 0 } satisfies Send);
  });
  tell(name);
}

export interface Settled {
  send: Send;
  /** Undefined where it has arrived. */
  after?: Send;
}

/** Sends what is due, one after the other; stops where the network does. */
export async function sendTexts({ force = false } = {}): Promise<Settled[]> {
  const settled: Settled[] = [];
  await alone(name, async (hasLock) => {
    for (const { id } of await listSends()) {
      const send = await claim(id, { force, hasLock });
      if (!send) continue;
      const outcome = await post(send);
      const after = settle(send, outcome, Date.now());
      if (!await store(send, after, outcome)) {
        await settleUnsent(send, after && { send: after });
      }
      if (after?.state !== "waiting") settled.push({ send, after });
      else if (!outcome.ok && outcome.why === "offline") break;
    }
  });
  return settled;
}

async function claim(
  id: string,
  { force, hasLock }: { force: boolean; hasLock: boolean },
): Promise<Send | undefined> {
  const now = Date.now();
  const claimed = await inStore("sends", "readwrite", async (store) => {
    const stored: Send | undefined = await resultOf(store.get(id));
    const due = stored && dueAt(stored);
    if (!stored || due === null || due === undefined) return undefined;
    const isDead = stored.state === "sending" && hasLock;
    if (due > now && !isDead && !(force && stored.state === "waiting")) return undefined;
    const send: Send = { ...stored, state: "sending", changedAt: now };
    store.put(send);
    return send;
  }).catch(() => undefined);
  if (claimed) tell(name);
  return claimed;
}

/**
 * Those that wait behind it on this phone have seen it.
 * @returns false where its pairing has ended meanwhile, and it is not in the queue any more
 */
async function store(
  send: Send,
  after: Send | undefined,
  outcome: PhoneOutcome<{ id: number }>,
): Promise<boolean> {
  const isThere = await inStore("sends", "readwrite", async (store) => {
    if (await resultOf(store.getKey(send.id)) === undefined) return false;
    if (after) store.put(after);
    else store.delete(send.id);
    if (!outcome.ok || send.kind === "note") return true;
    const others: Send[] = await resultOf(store.getAll());
    for (const other of others) {
      const isNext = other.contactId === send.contactId && other.device === send.device &&
        other.state === "waiting" && other.after === send.after && other.id !== send.id;
      if (isNext) store.put({ ...other, after: outcome.data.id });
    }
    return true;
  });
  tell(name);
  return isThere;
}

async function post(send: Send): Promise<PhoneOutcome<{ id: number }>> {
  const { device, contactId, kind } = send;
  const language = await readSetting("language");
  for (const file of send.files) {
    if (isThere(file, Date.now())) continue;
    const path = `files?${new URLSearchParams({ name: file.name })}`;
    const sent = await callPhone<{ id: string }>(path, {
      device,
      method: "POST",
      body: file.blob,
      language,
      timeoutMs: fileTimeoutMs,
    });
    if (!sent.ok) return sent;
    file.id = sent.data.id;
    file.at = Date.now();
  }
  const files = send.files.map(({ id }) => id!);
  return await callPhone(`conversations/${contactId}/${kind === "note" ? "notes" : "messages"}`, {
    device,
    method: "POST",
    language,
    json: bodyOf(send, files),
  });
}

/** Calls `listener` with all of them, now and after every change anywhere. */
export function watchSends(listener: (sends: Send[]) => void): () => void {
  return watch(name, listSends, listener);
}
