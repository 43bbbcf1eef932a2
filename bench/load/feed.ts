/**
 * Load process: a page that follows its company's changes, and a program that brings messages at a
 * steady rate that waits for nobody. Notes how long after a message was sent the page hears of it.
 */
import { followChanges } from "./changes.ts";
import { readOptions } from "./options.ts";

export interface FeedLoad {
  url: string;
  token: string;
  channelId: number;
  key: string;
  perSecond: number;
  count: number;
}

export interface FeedResult {
  /** Times from sending a message until the page heard of it. */
  heardMs: number[];
  /** Times until the message was acknowledged. */
  storedMs: number[];
}

const warmUp = 40;
const patienceMs = 30_000;

/** Instant at which the page heard of each contact. */
const heard = new Map<number, number>();
let wake = () => {};

function follow({ url, token }: FeedLoad, opened: () => void): Promise<void> {
  return followChanges({
    ...{ url, token, onOpen: opened },
    onContact(id, at) {
      if (!heard.has(id)) heard.set(id, at);
    },
    onPiece: () => wake(),
  });
}

/** Each message is of somebody new. */
async function bring({ url, channelId, key }: FeedLoad, number: string) {
  const sentAt = performance.now();
  const answer = await fetch(`${url}/api/messages`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${key}` },
    body: JSON.stringify({
      channelId,
      externalId: number,
      from: { id: number, name: `Customer ${number}` },
      text: "Is my order ready?",
    }),
  });
  const { data } = await answer.json();
  if (answer.status !== 202) throw new Error(`a message was refused: ${answer.status}`);
  return { contactId: data.contactId as number, sentAt, storedMs: performance.now() - sentAt };
}

async function run(load: FeedLoad): Promise<FeedResult> {
  const { promise: opened, resolve } = Promise.withResolvers<void>();
  follow(load, resolve).catch((error) => {
    console.error(error);
    Deno.exit(1);
  });
  await opened;
  for (let n = 0; n < warmUp; n++) await bring(load, `warm-${n}`);
  const startAt = performance.now() + 200;
  const brought = await Promise.all(Array.from({ length: load.count }, async (_, n) => {
    const dueAt = startAt + n * 1_000 / load.perSecond;
    await new Promise((resolve) => setTimeout(resolve, dueAt - performance.now()));
    return await bring(load, String(n));
  }));
  const giveUpAt = performance.now() + patienceMs;
  while (brought.some(({ contactId }) => !heard.has(contactId))) {
    if (performance.now() > giveUpAt) throw new Error("the page did not hear of all messages");
    await new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, 1_000);
    });
  }
  return {
    heardMs: brought.map(({ contactId, sentAt }) => heard.get(contactId)! - sentAt),
    storedMs: brought.map(({ storedMs }) => storedMs),
  };
}

console.log(JSON.stringify(await run(await readOptions())));
Deno.exit(0);
