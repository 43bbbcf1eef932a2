import assert from "node:assert/strict";
import { sql } from "kysely";
import { openDatabase } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { createLog } from "@/lib/tools/log.ts";
import { deadlineMs } from "../support/embedded.ts";

Deno.test({
  name: "the embedded database leaves the process most of its open files",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const dir = await Deno.makeTempDir({ prefix: "relevo-open-files-" });
    const database = await openDatabase({ dir, log: createLog("error"), deadlineMs });
    try {
      await migrate(database.db);
      const { rows: tables } = await sql<{ name: string }>`
        select format('%I.%I', schemaname, tablename) as name from pg_tables`
        .execute(database.db);
      for (const { name } of tables) {
        await sql`select * from ${sql.raw(name)} limit 1`.execute(database.db);
      }
      const open = await filesBelow(dir);
      assert.ok(tables.length > 128, `${tables.length} tables`);
      assert.ok(open.length > 0 && open.length <= 128, `${open.length} files`);
    } finally {
      await database.close();
      await Deno.remove(dir, { recursive: true });
    }
  },
});

/** By a program: Deno itself reads /proc only with every right. */
async function filesBelow(dir: string): Promise<string[]> {
  const ls = new Deno.Command("ls", { args: ["-l", `/proc/${Deno.pid}/fd`], stderr: "null" });
  const { stdout } = await ls.output();
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line.includes(` ${dir}/`));
}
