/** An import holds no transaction while it parses, and checks again what it had read before. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { clientFile } from "@/lib/crm/clients/client_file.ts";
import { commitImport } from "@/lib/records/imports/commit_import.ts";
import { previewImport } from "@/lib/records/imports/imports.ts";
import { Problem } from "@/lib/input/errors.ts";
import { ownReaders } from "@/lib/readers/hosts.ts";
import { Reader } from "@/lib/readers/reader.ts";
import { ImportReader } from "@/lib/records/imports/import_reader.ts";
import type { OpenAsMember } from "@/lib/records/imports/imports.ts";
import { apiOf, expectData, inDatabase } from "../crm/scene.ts";
import { people, testOnEach, type World } from "../support/world.ts";

const member = { companyId: 1, userId: null, timezone: "Europe/Madrid" };

function fileOf({ services: { importReader } }: World, text: string) {
  const bytes = new TextEncoder().encode(text);
  const { signal } = new AbortController();
  return {
    bytes,
    duplicates: "refuse",
    columns_by: "header",
    invalid: "refuse",
    language: "en",
    importReader,
    maxRecords: 100,
    signal,
  } as const;
}

/** Opens transactions of company 1; `before` runs before each, with its number. */
function opener(world: World, before: (opened: number) => Promise<unknown> = async () => {}) {
  const state = { opened: 0, open: 0 };
  const asMember: OpenAsMember = async (work) => {
    await before(++state.opened);
    return await inDatabase(world, 1, async (trx) => {
      state.open++;
      try {
        return await work({ trx, member });
      } finally {
        state.open--;
      }
    });
  };
  return { state, asMember };
}

testOnEach("a file is read while no transaction is open", async (world) => {
  const { state, asMember } = opener(world);
  const counts: number[] = [];
  const reader = new Reader(ownReaders(Deno.cwd()), { kind: "file" });
  const importReader = new class extends ImportReader {
    override async read(...args: Parameters<ImportReader["read"]>) {
      counts.push(state.open);
      const read = await super.read(...args);
      counts.push(state.open);
      return read;
    }
  }(reader);
  const file = { ...fileOf(world, "name\nUno\nDos\n"), importReader };
  assert.equal((await previewImport(asMember, clientFile, file)).counts.valid, 2);
  const { imported, skipped } = await commitImport(asMember, clientFile, file);
  assert.deepEqual([imported, skipped], [2, 0]);
  assert.deepEqual(counts, [0, 0, 0, 0]);
  assert.deepEqual(state, { opened: 4, open: 0 });
  const signal = AbortSignal.abort();
  await assert.rejects(commitImport(asMember, clientFile, { ...file, signal }), {
    code: "bad_request",
  });
  assert.equal(state.opened, 5, "for a caller who is gone nothing more is done");
  await reader.close();
});

testOnEach("what changes while a file is parsed is seen by its commit", async (world) => {
  const ana = apiOf(world, people.ana);
  const { asMember } = opener(world, async (opened) => {
    if (opened !== 2) return;
    await expectData(ana("POST", "/clients", { name: "Tordo", tax_id: "B1" }), 201);
    await sql`update user_companies set disabled_at = now() where company_id = 1
      and user_id = (select id from users where email = ${people.luis})`
      .execute(world.services.database.db);
  });
  const file = fileOf(
    world,
    `Nombre,NIF,Responsable\nUno,B-1,\nDos,B2,${people.luis}\nTres,B3,${people.ana}\n`,
  );
  await assert.rejects(commitImport(asMember, clientFile, file), (error) => {
    assert.ok(error instanceof Problem);
    assert.equal(error.code, "validation_failed");
    assert.deepEqual(error.extras.details, {
      counts: { rows: 3, valid: 1, invalid: 1, duplicates: 1, changed: 0, same: 0, remarks: 0 },
      errors: [
        { row: 2, column: "NIF", field: "tax_id", message: "is there already" },
        {
          row: 3,
          column: "Responsable",
          field: "assignee_id",
          message: "must be an employee's e-mail address or name",
        },
      ],
    });
    return true;
  });
  assert.equal((await ana("GET", "/clients")).body.meta.total, 1, "nothing is stored");
});

testOnEach("an import that breaks at its end leaves nothing, old or new", async (world) => {
  const ana = apiOf(world, people.ana);
  const old = await expectData(ana("POST", "/clients", { name: "Tordo", tax_id: "B1" }), 201);
  const { asMember } = opener(world);
  const file = {
    ...fileOf(world, "Nombre,NIF\nTordo SL,B1\nDos,B2\n"),
    duplicates: "update" as const,
    columns_by: "header" as const,
  };
  const breaking: OpenAsMember = (work) =>
    asMember(async (call) => {
      const done = await work(call);
      if (Object.hasOwn(done as object, "imported")) throw new Error("the process ends");
      return done;
    });
  await assert.rejects(commitImport(breaking, clientFile, file), /the process ends/);
  const clients = await expectData(ana("GET", "/clients"));
  assert.deepEqual(
    clients.map(({ name, version }: { name: string; version: number }) => [name, version]),
    [["Tordo", old.version]],
  );
  assert.deepEqual(await expectData(ana("GET", "/imports")), []);
  const { imported, changed } = await commitImport(asMember, clientFile, file);
  assert.deepEqual([imported, changed], [1, 1]);
});
