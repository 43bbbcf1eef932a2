/** Where an installation is, and starts elsewhere. */
import assert from "node:assert/strict";
import type { Place } from "@/lib/db/tables/installation.ts";
import { readHolding } from "@/lib/service/hold/holding.ts";
import { difference, hostsIn, notePlace } from "@/lib/service/hold/place.ts";
import { testOnEachDatabase } from "../db/each.ts";

Deno.test("the hosts of a connection string, whatever its form", () => {
  const table: [string, string[]][] = [
    ["postgres://u:p@db.example/relevo", ["db.example:5432"]],
    ["postgres://u:p@DB.example:5433/relevo", ["db.example:5433"]],
    ["postgresql://db/relevo?sslmode=require", ["db:5432"]],
    ["postgres://u:p%40x@a:5432,b:5433/relevo", ["a:5432", "b:5433"]],
    ["postgres://u:p@a,b:6000/relevo", ["a:6000", "b:6000"]],
    ["postgres://u@[::1]:5433,[2001:db8::1]/r", ["[::1]:5433", "[2001:db8::1]:5433"]],
    ["postgres:///relevo?host=/var/run/postgresql", ["/var/run/postgresql:5432"]],
    ["postgres://u@%2Fvar%2Frun/relevo", ["/var/run:5432"]],
    ["postgres:///relevo?host=a,b&port=6001", ["a:6001", "b:6001"]],
    ["postgres://u@/relevo", ["localhost:5432"]],
    ["postgres://a,a/relevo", ["a:5432"]],
  ];
  for (const [url, hosts] of table) assert.deepEqual(hostsIn(url), hosts, url);
});

Deno.test("another server, database, folder or unknown hosts are another place", () => {
  const noted: Place = {
    server: "7",
    database: "16384",
    folder: null,
    hosts: ["a:5432", "b:5432"],
  };
  const table: [Partial<Place>, string | null][] = [
    [{}, null],
    // A standby that was promoted is the same cluster, at a host that was named before.
    [{ hosts: ["b:5432"] }, null],
    [{ hosts: ["b:5432", "c:5432"] }, null],
    [{ hosts: ["c:5432"] }, "another_host"],
    [{ hosts: [] }, null],
    [{ server: "8" }, "another_server"],
    [{ database: "16385" }, "another_database"],
    [{ folder: "/srv/copy" }, "another_folder"],
    [{ server: "8", hosts: ["c:5432"] }, "another_server"],
  ];
  for (const [change, reason] of table) {
    assert.equal(difference(noted, { ...noted, ...change }), reason, JSON.stringify(change));
  }
});

testOnEachDatabase(
  "the first start notes the place; one elsewhere holds it once",
  async (database) => {
    const dataDir = await Deno.makeTempDir({ prefix: "relevo-place-" });
    const at = (databaseUrl: string | undefined) => notePlace(database, { dataDir, databaseUrl });
    const isPostgres = database.kind === "postgres";
    const url = isPostgres ? "postgres://u@first/relevo" : undefined;
    try {
      assert.equal(await at(url), null);
      assert.equal(await at(url), null);
      assert.equal(await readHolding(database.db), null);
      if (isPostgres) {
        assert.equal(await at("postgres://u@first,second/relevo"), null);
        assert.equal(await at("postgres://u@second/relevo"), null);
        assert.equal(await at("postgres://u@third/relevo"), "another_host");
      } else {
        const copy = await Deno.makeTempDir({ prefix: "relevo-place-" });
        assert.equal(
          await notePlace(database, { dataDir: copy, databaseUrl: url }),
          "another_folder",
        );
        await Deno.remove(copy);
      }
      const holding = await readHolding(database.db);
      assert.equal(holding?.reason, isPostgres ? "another_host" : "another_folder");
    } finally {
      await Deno.remove(dataDir, { recursive: true });
    }
  },
);
