/**
 * Load process: a page that follows its company's changes, and hooks of Meta at a steady rate that
 * waits for nobody, each a message of somebody new. Notes how long after a hook was posted the page
 * hears of its contact.
 */
import { createHmac } from "node:crypto";
import { followChanges } from "./changes.ts";
import { readOptions } from "./options.ts";

export interface HookFeedLoad {
  url: string;
  token: string;
  port: number;
  path: string;
  secret: string;
  /** With the places of `HookLoad`; people from `newFrom` on are new. */
  body: string;
  newFrom: number;
  perSecond: number;
  count: number;
}

export interface HookFeedResult {
  /** Times from posting a hook until the page heard of it. */
  heardMs: number[];
  /** Times until the hook was acknowledged. */
  storedMs: number[];
}

const warmUp = 20;
const patienceMs = 60_000;

/** Instant at which the page first heard of each contact. */
const heard = new Map<number, number>();

function follow({ url, token }: HookFeedLoad, opened: () => void): Promise<void> {
  return followChanges({
    ...{ url, token, onOpen: opened },
    onContact(id, at) {
      if (!heard.has(id)) heard.set(id, at);
    },
  });
}

async function post(load: HookFeedLoad, number: number) {
  const digits = String(number).padStart(8, "0");
  const body = load.body.replaceAll("00000000", digits).replaceAll("99999999", digits);
  const signature = createHmac("sha256", load.secret).update(body).digest("hex");
  const sentAt = performance.now();
  const answer = await fetch(`${load.url}${load.path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Hub-Signature-256": `sha256=${signature}` },
    body,
  });
  await answer.text();
  if (answer.status !== 200) throw new Error(`a hook was refused: ${answer.status}`);
  return { number, sentAt, storedMs: performance.now() - sentAt };
}

/** Numbers of the people whom the contacts are, by the end of their id. */
async function numbersOf({ url, token }: HookFeedLoad): Promise<Map<number, number>> {
  const numbers = new Map<number, number>();
  for (const [id, at] of heard) {
    const answer = await fetch(`${url}/api/admin/contacts/${id}?company_id=1`, {
      headers: { "Cf-Access-Jwt-Assertion": token },
    });
    const { data } = await answer.json();
    if (answer.status !== 200) throw new Error(`a contact was refused: ${answer.status}`);
    numbers.set(Number(String(data.channel_contact_id).slice(-8)), at);
  }
  return numbers;
}

async function run(load: HookFeedLoad): Promise<HookFeedResult> {
  const { promise: opened, resolve } = Promise.withResolvers<void>();
  follow(load, resolve).catch((error) => {
    console.error(error);
    Deno.exit(1);
  });
  await opened;
  const { newFrom, count, perSecond } = load;
  for (let n = 0; n < warmUp; n++) await post(load, newFrom + n);
  const startAt = performance.now() + 500;
  const posted = await Promise.all(Array.from({ length: count }, async (_, n) => {
    const dueAt = startAt + n * 1_000 / perSecond;
    await new Promise((resolve) => setTimeout(resolve, dueAt - performance.now()));
    return await post(load, newFrom + warmUp + n);
  }));
  const giveUpAt = performance.now() + patienceMs;
  while (heard.size < warmUp + count) {
    if (performance.now() > giveUpAt) throw new Error("the page did not hear of all messages");
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const numbers = await numbersOf(load);
  return {
    heardMs: posted.map(({ number, sentAt }) => numbers.get(number)! - sentAt),
    storedMs: posted.map(({ storedMs }) => storedMs),
  };
}

console.log(JSON.stringify(await run(await readOptions())));
Deno.exit(0);
