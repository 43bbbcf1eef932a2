/** Back-ups of a stage's database. */
import { cp } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Stage } from "./stage.ts";

/** Copies the database of an app that does not run. @returns puts it back */
export async function backUp(stage: Stage): Promise<() => Promise<void>> {
  if (stage.cluster) {
    const { pathname } = new URL(stage.databaseUrl!);
    const name = pathname.slice(1);
    const run = async (text: string) => {
      const client = new pg.Client({ connectionString: stage.cluster!.adminUrl });
      await client.connect();
      await client.query(text).finally(() => client.end());
    };
    await run(`create database "${name}_copy" template "${name}"`);
    return async () => {
      await run(`drop database "${name}" with (force)`);
      await run(`alter database "${name}_copy" rename to "${name}"`);
    };
  }
  const folder = join(stage.dataDir(), "postgres");
  await cp(folder, `${folder}-copy`, { recursive: true });
  return async () => {
    await Deno.remove(folder, { recursive: true });
    await Deno.rename(`${folder}-copy`, folder);
  };
}
