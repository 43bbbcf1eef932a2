/** Runs the steps, or our own migrations, and kills itself behind the statement that it is told. */
import { openDatabase } from "@/lib/db/connection.ts";
import { migrations } from "@/lib/db/migrate.ts";
import { runMigrations } from "@/lib/db/migration/run_migrations.ts";
import { createLog } from "@/lib/tools/log.ts";
import { extended } from "./scene.ts";

const [url, last, own] = Deno.args;
let count = 0;
const heard = () => {
  if (++count === Number(last)) Deno.kill(Deno.pid, "SIGKILL");
};
const { db, close } = await openDatabase({ url, log: createLog("error"), poolSize: 1, heard });
await runMigrations(db, own ? migrations : extended);
await close();
