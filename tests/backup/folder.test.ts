/** The gateway's embedded database is replaced whole, or not at all. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { BackupFile, RestoreRefused } from "@/lib/backup/restore/backup_file.ts";
import { restoreBeside } from "@/lib/backup/restore/beside.ts";
import { OutputFile } from "@/lib/backup/write/output.ts";
import { UnknownDatabase } from "@/lib/backup/write/catalogue.ts";
import { FolderInUse, lockFolder, settleDatabase } from "@/lib/db/folder.ts";
import { backUpFolder, backUpIdleFolder } from "@/lib/service/control/backup_by_owner.ts";
import { gatewayPlan } from "@/restore.ts";
import { embedGatewayDatabase } from "../gateway/support/databases.ts";
import { inFolder, namesIn } from "./folders.ts";

async function people<T>(dataDir: string, work: (pglite: PGlite) => Promise<T>): Promise<T> {
  const pglite = await PGlite.create(join(dataDir, "postgres"));
  return await work(pglite).finally(() => pglite.close());
}

const add = (dataDir: string, name: string) =>
  people(dataDir, (pglite) =>
    pglite.query(
      `insert into "user" (id, name, email, "emailVerified") values ($1, $1, $1, true)`,
      [name],
    ));

const namesOf = (dataDir: string) =>
  people(
    dataDir,
    async (pglite) =>
      (await pglite.query<{ id: string }>(`select id from "user" order by id`)).rows
        .map(({ id }) => id),
  );

const take = (dataDir: string): Promise<BackupFile> =>
  backUpFolder({ dataDir, part: "gateway" }, { build: null, begins() {} });

function put(
  file: BackupFile,
  dataDir: string,
  { isReplaced = false, plan = gatewayPlan, work = () => Promise.resolve() } = {},
): Promise<void> {
  const options = { isReplaced, database: "data", reason: "a test", tell() {} };
  return restoreBeside(file, { ...options, dataDir, plan }, work);
}

Deno.test("a folder that no process has is written once, straight into its file", () =>
  inFolder(async (folder) => {
    const dataDir = join(folder, "one");
    await embedGatewayDatabase(dataDir);
    const path = join(folder, "a.tar");
    const place = { dataDir, part: "gateway" } as const;
    const make = async () => {
      const file = new OutputFile(path);
      try {
        await file.open();
        const summary = await backUpIdleFolder(place, { build: null, file });
        if (summary) await file.end();
        return summary;
      } finally {
        file.discard();
      }
    };
    const lock = await lockFolder(dataDir);
    assert.equal(await make(), null, "another process has it");
    assert.deepEqual(await namesIn(folder), ["one"]);
    lock.release();
    const summary = await make();
    using file = await BackupFile.open(path, { spoolIn: folder });
    assert.equal(file.manifest.made_at, summary!.madeAt);
    assert.deepEqual(await namesIn(dataDir), ["lock", "postgres"]);
  }));

Deno.test("a gateway's folder is filled from another's, and replaced where that is asked", () =>
  inFolder(async (folder) => {
    const [one, other] = [join(folder, "one"), join(folder, "other")];
    await embedGatewayDatabase(one);
    await add(one, "ana");
    using file = await take(one);
    assert.deepEqual(await namesIn(one), ["lock", "postgres"]);
    await put(file, other, {
      async work() {
        assert.ok(!(await namesIn(other)).includes("postgres"), "it waits for the app's");
        await assert.rejects(lockFolder(other), FolderInUse);
      },
    });
    await add(other, "eva");
    const all = ["ana", "eva"];

    const unchanged: [RegExp | typeof FolderInUse, () => Promise<void>][] = [
      [/gateway's database is not empty: --replace "data" puts/, () => put(file, other)],
      [/of the app failed/, () =>
        put(file, other, {
          isReplaced: true,
          work: () => Promise.reject(new Error("the restore of the app failed")),
        })],
      [/newer version/, () => {
        const migrations = gatewayPlan.migrations.slice(0, -1);
        return put(file, other, { isReplaced: true, plan: { ...gatewayPlan, migrations } });
      }],
      [FolderInUse, async () => {
        const lock = await lockFolder(other);
        await put(file, other, { isReplaced: true }).finally(() => lock.release());
      }],
    ];
    for (const [problem, attempt] of unchanged) {
      await assert.rejects(attempt(), problem as RegExp);
      assert.deepEqual(await namesIn(other), ["lock", "postgres"]);
    }
    assert.deepEqual(await namesOf(other), all);
    await put(file, other, { isReplaced: true });
    assert.deepEqual(await namesOf(other), ["ana"]);
  }));

Deno.test("a folder of another program is neither taken for the gateway's nor written to", () =>
  inFolder(async (folder) => {
    const [gateway, shop, notes] = ["gateway", "shop", "notes"].map((name) => join(folder, name));
    await embedGatewayDatabase(gateway!);
    using file = await take(gateway!);
    await Deno.mkdir(shop!);
    await people(shop!, (pglite) => pglite.exec("create table orders (id int)"));
    await Deno.mkdir(join(notes!, "postgres"), { recursive: true });
    await Deno.writeTextFile(join(notes!, "postgres", "notes.txt"), "mine");
    await assert.rejects(take(shop!), UnknownDatabase);
    for (
      const [dataDir, problem] of [[shop, /another program's: it has orders/], [
        notes,
        /no database/,
      ]] as const
    ) {
      await assert.rejects(put(file, dataDir!, { isReplaced: true }), (error: Error) => {
        assert.ok(error instanceof RestoreRefused);
        assert.match(error.message, problem);
        return true;
      });
      assert.deepEqual(await namesIn(dataDir!), ["lock", "postgres"]);
    }
    assert.equal(await Deno.readTextFile(join(notes!, "postgres", "notes.txt")), "mine");
  }));

Deno.test("a replacement that was killed is ended by the next who opens the folder", () =>
  inFolder(async (folder) => {
    const make = async (name: string, content: string) => {
      await Deno.mkdir(join(folder, name), { recursive: true });
      await Deno.writeTextFile(join(folder, name, "rows"), content);
    };
    const settled = async () => {
      await settleDatabase(folder);
      const names = await namesIn(folder);
      return [...names, await Deno.readTextFile(join(folder, "postgres", "rows")).catch(() => "")];
    };
    await make(".postgres.half.part", "half");
    assert.deepEqual(await settled(), [""]);
    await make("postgres", "old");
    await make(".postgres.half.part", "half");
    assert.deepEqual(await settled(), ["postgres", "old"]);
    await make("postgres.next", "new");
    assert.deepEqual(await settled(), ["postgres", "new"]);
    await Deno.rename(join(folder, "postgres"), join(folder, "postgres.next"));
    assert.deepEqual(await settled(), ["postgres", "new"]);
  }));
