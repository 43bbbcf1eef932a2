/** A pooler between the app and Postgres is told from none; registered where PgBouncer is. */
import assert from "node:assert/strict";
import { checkPooler } from "@/lib/doctor/pooler.ts";
import { hasServer } from "../support/kinds.ts";
import { findPgBouncer, startPgBouncer } from "../support/pgbouncer.ts";
import { testDatabases } from "../support/test_server.ts";
import { examine } from "./scene.ts";

if (hasServer && findPgBouncer()) {
  Deno.test("a pooler that shares by transaction, or drops settings, is named", async () => {
    const databases = (await testDatabases())!;
    const url = await databases.createDatabase();
    const ignores = "options,extra_float_digits";
    for (
      const [options, saw] of [
        [{ mode: "session" }, /does not pass/],
        [{ mode: "session", ignores }, /does not pass/],
        [{ mode: "transaction", ignores }, /by transaction/],
      ] as const
    ) {
      await using pooler = await startPgBouncer(url, options);
      const finding = await checkPooler(pooler.url);
      assert.equal(finding.state, "failure", JSON.stringify(options));
      assert.match(finding.saw.en, saw);
    }
    await using refusing = await startPgBouncer(url, { mode: "session" });
    const { of } = await examine({ DATABASE_URL: refusing.url });
    assert.equal(of("database").state, "failure");
    assert.equal(of("pooler").state, "failure");
    assert.equal((await checkPooler(url)).state, "ok");
    await databases.dropDatabase(url);
  });
}
