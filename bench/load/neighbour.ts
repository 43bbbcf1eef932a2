/**
 * Load process: a member whose long transactions follow each other without pause, for a given time.
 * Prints a line once it is at work, and one that counts the answers at its end.
 */
import { readOptions } from "./options.ts";

export const works = ["imports of 15,000 rows", "bulk changes with undo"] as const;

export interface NeighbourLoad {
  work: typeof works[number];
  url: string;
  token: string;
  company: number;
  seconds: number;
}

/** Counts of answers by status. */
export type NeighbourResult = Record<string, number>;

const counts: NeighbourResult = {};
const atOnce = 2;

const run: Record<NeighbourLoad["work"], (load: NeighbourLoad, until: AbortSignal) => unknown> = {
  "imports of 15,000 rows": (load, until) => {
    const rows = Array.from(
      { length: 15_000 },
      (_, n) => `Ana ${n};${crypto.randomUUID()}@example.com`,
    );
    const body = `nombre;email\n${rows.join("\n")}\n`;
    return post(load, "imports/contacts/commit", { type: "text/csv", body }, until);
  },
  "bulk changes with undo": async (load, until) => {
    const change = (verb: unknown) =>
      post(load, "contacts/bulk", { type: "application/json", body: JSON.stringify(verb) }, until);
    const changed = await change({ filter: {}, status: "read" });
    // The other one may have left nothing to change, and so nothing to undo.
    const undo_id = changed?.data.undo_id;
    if (undo_id) await change({ undo_id });
  },
};

async function post(
  { url, token, company }: NeighbourLoad,
  path: string,
  { type, body }: { type: string; body: string },
  until: AbortSignal,
) {
  try {
    const answer = await fetch(`${url}/api/admin/${path}?company_id=${company}`, {
      method: "POST",
      headers: { "Cf-Access-Jwt-Assertion": token, "Content-Type": type },
      body,
      signal: until,
    });
    counts[answer.status] = (counts[answer.status] ?? 0) + 1;
    const json = await answer.json();
    return answer.ok ? json : undefined;
  } catch (error) {
    if (!until.aborted) throw error;
  }
}

if (import.meta.main) {
  const load = await readOptions<NeighbourLoad>();
  const until = AbortSignal.timeout(load.seconds * 1_000);
  console.log(JSON.stringify("started"));
  await Promise.all(Array.from({ length: atOnce }, async () => {
    while (!until.aborted) await run[load.work](load, until);
  }));
  console.log(JSON.stringify(counts));
  Deno.exit(0);
}
