/** Back-ups of earlier releases, by which this one is as good as their own. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { openDatabase } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { checkData } from "@/lib/invariants/check_data.ts";
import { createLog } from "@/lib/tools/log.ts";
import { version } from "@/lib/tools/version.ts";
import { kindsFor } from "../support/kinds.ts";
import { releaseFiles, releasesFolder, removeOldReleases } from "./release_files.ts";
import { makePlace, restoreFrom } from "./support.ts";

const folder = releasesFolder;
const files = releaseFiles();

Deno.test("this release has a back-up among them, and they are five at most", () => {
  assert.ok(files.includes(`${version}.tar`), `${files.join()}: deno task note-release`);
  assert.ok(files.length <= 5, files.join());
});

Deno.test("the back-ups of the last five releases stay", async () => {
  const trial = await Deno.makeTempDir({ prefix: "relevo-releases-" });
  const names = ["1.9.0", "1.10.0", "2.0.0", "1.1.0", "1.10.1", "1.2.0"].map((one) => `${one}.tar`);
  for (const name of [...names, "notes.txt"]) await Deno.writeTextFile(join(trial, name), "");
  assert.deepEqual(removeOldReleases(trial), ["1.1.0.tar"]);
  assert.deepEqual(removeOldReleases(trial), []);
  assert.deepEqual(releaseFiles(trial).at(-1), "2.0.0.tar");
  assert.equal([...Deno.readDirSync(trial)].length, 6);
  await Deno.remove(trial, { recursive: true });
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
