/** What is kept of past imports: rows with remarks for a month, and choices of columns up to a bound. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { importUndoDays } from "@/lib/records/imports/import.ts";
import { forgetReplaced } from "@/lib/records/imports/past_imports.ts";
import {
  digestOfHeads,
  keepColumnChoice,
  readColumnChoices,
} from "@/lib/records/imports/rows/column_choices.ts";
import { people, testOnEach } from "../../support/world.ts";
import { apiOf, expectData, expectFailure, inDatabase } from "../../crm/scene.ts";
import { importing } from "./importing.ts";

const spanish = { "Accept-Language": "es" };

testOnEach("rows with remarks are counted and downloaded from past imports", async (world) => {
  const ana = apiOf(world, people.ana);
  const post = importing(world);
  const file = "Nombre;NIF;Web;Plazo de pago\nUno;B1;no es un enlace;1.5\nDos;B2;;30\n" +
    "Tres;B3;;pronto\n;B4;;\n";
  const done = await expectData(post("clients/commit?invalid=skip", file, spanish));
  assert.deepEqual([done.imported, done.remarks, done.wrong], [3, 2, 1]);
  const listOf = () => expectData(ana("GET", "/imports"));
  const [listed] = await listOf();
  assert.deepEqual([listed.id, listed.remarks], [done.id, 2]);
  const read = (id: number, member: string = people.ana) =>
    world.call("GET", `/api/admin/imports/${id}/remarks`, { member, headers: spanish });
  const rowsOf = async (id: number) =>
    (await read(id)).body.replace("\ufeff", "").trim().split("\r\n");
  const download = await read(done.id);
  assert.match(download.headers.get("content-disposition")!, /Clientes con avisos/);
  const [head, first, third] = await rowsOf(done.id);
  assert.equal(head, "Nombre;NIF;Web;Plazo de pago;Fila;Avisos");
  assert.match(first, /^Uno;B1;no es un enlace;1\.5;2;"Web: .+; Plazo de pago: /);
  assert.match(third, /^Tres;B3;;pronto;4;"Plazo de pago: /);
  assert.deepEqual(
    await rowsOf(done.id),
    (await post("clients/errors?rows=remarks", file.replaceAll(/B(\d)/g, "C$1"), spanish)).body
      .replace("\ufeff", "").replaceAll(/C(\d)/g, "B$1")
      .trim().split("\r\n"),
    "the same file as right after the import",
  );
  // A change that leaves a part out has its row; one with nothing new has none.
  const update = "Nombre;NIF;Ciudad;Plazo de pago\nDos;B2;Lugo;nunca\nTres;B3;;pronto\n";
  const again = await expectData(post("clients/commit?duplicates=update", update, spanish));
  assert.deepEqual([again.changed, again.same], [1, 1]);
  assert.deepEqual((await rowsOf(again.id)).slice(1).map((row: string) => row.slice(0, 18)), [
    "Dos;B2;Lugo;nunca;",
  ]);
  const page = await world.call("GET", "/panel/imports/past", { member: people.ana });
  assert.ok(page.body.includes(`/api/admin/imports/${done.id}/remarks?company_id=1`));
  // Not another company's, and not of a person who is erased, nor after a month.
  assert.equal((await read(done.id, people.eva)).status, 404);
  const [client] = await expectData(ana("GET", "/clients?q=Uno"));
  await expectData(ana("POST", `/clients/${client.id}/erase`, { confirm: "Uno" }));
  assert.equal((await rowsOf(done.id)).length, 2);
  await inDatabase(
    world,
    1,
    (trx) =>
      sql`update imports set created_at = now() - make_interval(days => ${importUndoDays + 1})`
        .execute(trx),
  );
  await forgetReplaced(world.services.database.db);
  await expectFailure(ana("GET", `/imports/${done.id}/remarks`), 404, "not_found");
  assert.equal((await listOf()).find(({ id }: { id: number }) => id === done.id).remarks, 2);
  const late = await world.call("GET", "/panel/imports/past", { member: people.ana });
  assert.ok(late.body.includes("2") && !late.body.includes("/remarks?company_id"));
}, { both: true });

testOnEach("a company keeps its newest 100 choices of columns of each noun", async (world) => {
  const keep = (companyId: number, noun: "client" | "product", at: number) =>
    inDatabase(world, companyId, (trx) =>
      keepColumnChoice(trx, { companyId }, noun, {
        head: digestOfHeads([`Columna ${at}`]),
        fields: ["name"],
      }));
  const choices = (companyId: number, noun: "client" | "product") =>
    inDatabase(world, companyId, (trx) => readColumnChoices(trx, { companyId }, noun));
  await keep(1, "product", 0);
  await keep(2, "client", 0);
  for (let at = 0; at < 100; at++) await keep(1, "client", at);
  assert.equal((await choices(1, "client")).size, 100);
  // The first is chosen again, so that the second is the oldest.
  await keep(1, "client", 0);
  await keep(1, "client", 100);
  const remaining = await choices(1, "client");
  assert.equal(remaining.size, 100);
  const has = (at: number) => remaining.has(digestOfHeads([`Columna ${at}`]));
  assert.deepEqual([has(0), has(1), has(2), has(100)], [true, false, true, true]);
  assert.deepEqual([(await choices(1, "product")).size, (await choices(2, "client")).size], [1, 1]);
});
