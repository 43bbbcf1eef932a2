/** Runs the steps, and kills itself behind the statement that it is told. */
import { openDatabase } from "@/lib/db/connection.ts";
import { runMigrations } from "@/lib/db/migration/run_migrations.ts";
import { createLog } from "@/lib/tools/log.ts";
import { extended } from "./scene.ts";

const [url, last] = Deno.args;
let count = 0;
const heard = () => {
  if (++count === Number(last)) Deno.kill(Deno.pid, "SIGKILL");
};
const { db, close } = await openDatabase({ url, log: createLog("error"), poolSize: 1, heard });
await runMigrations(db, extended);
await close();
