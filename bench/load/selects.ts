/**
 * Load process: prepared look-ups of one row by `pg`, one after the other. It prints a line when it
 * is warm, waits to be measured, and prints how long each took.
 */
import pg from "pg";
import { readOptions } from "./options.ts";

export interface SelectsLoad {
  databaseUrl: string;
  warmUps: number;
  count: number;
  pauseMs: number;
}

async function run({ databaseUrl, warmUps, count, pauseMs }: SelectsLoad): Promise<number[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const look = () =>
    client.query({
      name: "unit",
      text: "select id, name from companies where id = $1",
      values: [1],
    });
  for (let n = 0; n < warmUps; n++) await look();
  console.log(JSON.stringify("warm"));
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  const timesMs: number[] = [];
  for (let n = 0; n < count; n++) {
    const startedAt = performance.now();
    await look();
    timesMs.push(performance.now() - startedAt);
  }
  return timesMs;
}

console.log(JSON.stringify(await run(await readOptions())));
// The reader looks at this process once more before it ends.
await new Promise((resolve) => setTimeout(resolve, 60_000));
