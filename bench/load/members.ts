/**
 * Load process: members at a steady rate that waits for nobody (open loop). In each turn one opens
 * a page, reads a list and adds a contact.
 */
import { readOptions } from "./options.ts";

export interface MembersLoad {
  url: string;
  token: string;
  company: number;
  roundsPerSecond: number;
  rounds: number;
}

export interface MembersResult {
  pageMs: number[];
  readMs: number[];
  writeMs: number[];
  failures: string[];
}

const patienceMs = 60_000;

async function run(load: MembersLoad): Promise<MembersResult> {
  const result: MembersResult = { pageMs: [], readMs: [], writeMs: [], failures: [] };
  const { url, company } = load;
  const headers = { "Cf-Access-Jwt-Assertion": load.token };
  const list = `${url}/api/admin/contacts?company_id=${company}`;
  const startAt = performance.now() + 200;
  await Promise.all(Array.from({ length: load.rounds }, async (_, round) => {
    const dueAt = startAt + round * 1_000 / load.roundsPerSecond;
    await new Promise((resolve) => setTimeout(resolve, dueAt - performance.now()));
    await Promise.all([
      call(`${url}/panel/contacts?company_id=${company}`, { headers }, result.pageMs, result),
      call(list, { headers }, result.readMs, result),
      call(
        list,
        {
          method: "POST",
          headers: { ...headers, "Content-Type": "application/json" },
          body: JSON.stringify({ name: `Visitor ${crypto.randomUUID()}`, channel: "phone" }),
        },
        result.writeMs,
        result,
      ),
    ]);
  }));
  return result;
}

/** Calls, and notes how long it took. */
async function call(
  url: string,
  init: RequestInit,
  timesMs: number[],
  { failures }: MembersResult,
): Promise<void> {
  const startedAt = performance.now();
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(patienceMs) });
    const text = await answer.text();
    if (!answer.ok) failures.push(`${answer.status} ${text.slice(0, 200)}`);
    else timesMs.push(performance.now() - startedAt);
  } catch (error) {
    failures.push((error as Error).name);
  }
}

console.log(JSON.stringify(await run(await readOptions())));
