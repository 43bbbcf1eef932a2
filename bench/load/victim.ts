/**
 * Load process: a company's ordinary day at a steady rate that waits for nobody (open loop). In
 * each turn a member opens a page and reads a list, a program sends a notification, and a person
 * answers the one that was sent the turn before.
 */
import { clock } from "./clock.ts";
import { readOptions } from "./options.ts";

export interface VictimLoad {
  url: string;
  /** Claims of the gateway about the member. */
  token: string;
  key: string;
  phones: { userId: string; token: string }[];
  callbackUrl: string;
  roundsPerSecond: number;
  rounds: number;
}

/** Milliseconds of each turn's calls; a call that was refused or broke off is in `failures`. */
export interface VictimResult {
  pageMs: number[];
  readMs: number[];
  sendMs: number[];
  answerMs: number[];
  answered: { notificationId: string; sentAt: number }[];
  failures: string[];
}

const patienceMs = 20_000;

async function run(load: VictimLoad): Promise<VictimResult> {
  const result: VictimResult = {
    pageMs: [],
    readMs: [],
    sendMs: [],
    answerMs: [],
    answered: [],
    failures: [],
  };
  const startAt = performance.now() + 200;
  let sent = send(load, 0, result);
  const rounds = Array.from({ length: load.rounds }, async (_, round) => {
    const dueAt = startAt + round * 1_000 / load.roundsPerSecond;
    await new Promise((resolve) => setTimeout(resolve, dueAt - performance.now()));
    const before = sent;
    sent = send(load, round + 1, result);
    await Promise.all([read(load, result), sent, answer(load, await before, round, result)]);
  });
  await Promise.all(rounds);
  return result;
}

async function read({ url, token }: VictimLoad, result: VictimResult): Promise<void> {
  const headers = { "Cf-Access-Jwt-Assertion": token };
  const page = call(`${url}/panel/contacts?company_id=1`, { headers }, result.pageMs, result);
  const list = call(
    `${url}/api/admin/contacts?company_id=1`,
    { headers },
    result.readMs,
    result,
  );
  await Promise.all([page, list]);
}

async function send(load: VictimLoad, round: number, result: VictimResult) {
  const { userId } = load.phones[round % load.phones.length]!;
  const body = JSON.stringify({
    userId,
    title: `Order ${round} is ready`,
    body: "Shall we deliver it tomorrow?",
    actions: [{ id: "yes", label: "Yes" }],
    callbackUrl: load.callbackUrl,
  });
  const init = { method: "POST", headers: jsonOf(load.key), body };
  const text = await call(`${load.url}/api/notify`, init, result.sendMs, result);
  return text && JSON.parse(text).data.notificationId as string;
}

async function answer(
  load: VictimLoad,
  notificationId: string | undefined,
  round: number,
  result: VictimResult,
): Promise<void> {
  if (!notificationId) return;
  const { token } = load.phones[round % load.phones.length]!;
  const url = `${load.url}/api/phone/notifications/${notificationId}/response`;
  const init = { method: "POST", headers: jsonOf(token), body: '{"actionId":"yes"}' };
  const sentAt = clock();
  const text = await call(url, init, result.answerMs, result);
  if (text) result.answered.push({ notificationId, sentAt });
}

function jsonOf(bearer: string): Record<string, string> {
  return { "Authorization": `Bearer ${bearer}`, "Content-Type": "application/json" };
}

/** Calls, and notes how long it took. */
async function call(
  url: string,
  init: RequestInit,
  timesMs: number[],
  { failures }: VictimResult,
): Promise<string | undefined> {
  const startedAt = performance.now();
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(patienceMs) });
    const text = await answer.text();
    if (!answer.ok) return void failures.push(`${answer.status} ${new URL(url).pathname}`);
    timesMs.push(performance.now() - startedAt);
    return text;
  } catch (error) {
    failures.push(`${(error as Error).name} ${new URL(url).pathname}`);
  }
}

console.log(JSON.stringify(await run(await readOptions())));
