/** Back-ups of earlier releases, by which this one is as good as their own. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { openDatabase } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { checkData } from "@/lib/invariants/check_data.ts";
import { createLog } from "@/lib/tools/log.ts";
import { version } from "@/lib/tools/version.ts";
import { kindsFor } from "../support/kinds.ts";
import { makePlace, restoreFrom } from "./support.ts";

const folder = join(import.meta.dirname!, "releases");
const files = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

Deno.test("this release has a back-up among them (tests/backup/make_release.ts)", () => {
  assert.ok(files.includes(`${version}.tar`), files.join());
});

for (const file of files) {
  for (const kind of kindsFor({ both: true })) {
    Deno.test(`a back-up of ${file.replace(/\.tar$/, "")} is whole in this release (${kind})`, async () => {
      await using place = await makePlace(kind);
      assert.deepEqual(await restoreFrom(join(folder, file), place), []);
      const { url, pglite } = place;
      const log = createLog("error");
      const database = await openDatabase({ url, pglite, log, poolSize: 2, deadlineMs: 120_000 });
      await migrate(database.db);
      assert.deepEqual(await checkData(database.db), []);
      const { rows } = await place.reading(({ query }) =>
        query<{ name: string }>("select name from contacts order by id")
      );
      assert.equal(rows[0]!.name, "Marta Gil");
      if (kind === "postgres") await database.close();
    });
  }
}
