/** An undo goes by values and by what belongs to a record, and does what it said before. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { people, testOnEach } from "../../support/world.ts";
import { apiOf, expectData, expectFailure, inDatabase } from "../../crm/scene.ts";
import { importing } from "./importing.ts";

const update = "duplicates=update&invalid=skip";

// deno-lint-ignore no-explicit-any -- records of several lists
type ApiRecord = any;

testOnEach("what was changed and changed back is as imported, and goes", async (world) => {
  const ana = apiOf(world, people.ana);
  const luis = apiOf(world, people.luis, 1);
  const names = [
    ...["Intacto", "Ida y vuelta", "Papelera y vuelta", "Cambiado", "Con tarea", "Con nota"],
    ...["Con otro dentro", "Metido en otro", "En la papelera", "Tarea borrada", "Segunda carga"],
  ];
  const file = "Nombre,Correo,Ciudad\n" +
    names.map((one, at) => `${one},c${at}@x.es,Lugo\n`).join("");
  const { id } = await expectData(importing(world)(`clients/commit?${update}`, file));
  const all: ApiRecord[] = await expectData(ana("GET", "/clients?per_page=100"));
  const of = (name: string) => all.find((one) => one.name === name).id as number;
  const { id: luisId } = await expectData(luis("GET", "/me"));
  // 179 that were assigned and unassigned again: each by hand, and all at once.
  const ids = all.map((one) => one.id);
  for (const assignee_id of [luisId, null]) {
    await expectData(ana("POST", "/clients/bulk", { ids, assignee_id }));
  }
  const back = of("Ida y vuelta");
  for (const city of ["Vigo", "Lugo"]) {
    await expectData(luis("PATCH", `/clients/${back}`, { city }));
  }
  for (const name of ["Papelera y vuelta", "En la papelera"]) {
    await expectData(luis("DELETE", `/clients/${of(name)}`));
  }
  await expectData(luis("POST", `/clients/${of("Papelera y vuelta")}/restore`));
  await expectData(luis("PATCH", `/clients/${of("Cambiado")}`, { city: "Vigo" }));
  for (const name of ["Con tarea", "Tarea borrada"]) {
    const task = { title: "Llamar", client_id: of(name) };
    const { id: taskId } = await expectData(ana("POST", "/tasks", task), 201);
    if (name === "Tarea borrada") await expectData(ana("DELETE", `/tasks/${taskId}`));
  }
  await expectData(ana("POST", "/notes", { body: "Nota", client_id: of("Con nota") }), 201);
  const other = await expectData(ana("POST", "/clients", { name: "Otro" }), 201);
  const into_id = of("Con otro dentro");
  await expectData(ana("POST", `/clients/${other.id}/merge`, { into_id }));
  await expectData(ana("POST", `/clients/${of("Metido en otro")}/merge`, { into_id }));
  // A second file changes one, and is undone first.
  const second = await expectData(
    importing(world)(`clients/commit?${update}`, "Nombre,Correo\nCon otro nombre,c10@x.es\n"),
  );
  await expectData(luis("POST", `/imports/${second.id}/undo`));

  const promised = await expectData(luis("GET", `/imports/${id}/undo`));
  assert.deepEqual(promised, { id, trashed: 5, restored: 0, kept: 4 });
  const eva = apiOf(world, people.eva);
  await expectFailure(eva("GET", `/imports/${id}/undo`), 404, "not_found");
  const undone = await expectData(luis("POST", `/imports/${id}/undo`));
  const { trashed, restored, kept } = undone;
  assert.deepEqual({ id, trashed, restored, kept }, promised);
  assert.deepEqual(
    undone.records.map(({ name, code }: ApiRecord) => [name, code]),
    [
      ["Cambiado", "version_conflict"],
      ["Con tarea", "in_use"],
      ["Con nota", "in_use"],
      ["Con otro dentro", "in_use"],
    ],
  );
  await expectFailure(luis("GET", `/imports/${id}/undo`), 409, "invalid_transition");
}, { both: true });

testOnEach("contacts who were written to or worked with stay", async (world) => {
  const ana = apiOf(world, people.ana);
  const names = ["Nada", "Mensaje", "Evento", "Convertido", "Leído", "Leído y nuevo"];
  const file = "nombre,email,mensaje\n" +
    names.map((one, at) => `${one},p${at}@x.es,Hola\n`).join("");
  const { id } = await expectData(importing(world)(`contacts/commit?${update}`, file));
  const all: ApiRecord[] = await expectData(ana("GET", "/contacts?per_page=100"));
  const of = (name: string) => all.find((one) => one.name === name).id as number;
  const message = { direction: "out", body: "Hola" };
  await expectData(ana("POST", `/contacts/${of("Mensaje")}/messages`, message), 201);
  const at = "2035-11-20T10:00:00Z";
  const event = { title: "Visita", starts_at: at, ends_at: at, contact_id: of("Evento") };
  await expectData(ana("POST", "/events", event), 201);
  await expectData(ana("POST", `/contacts/${of("Convertido")}/convert`, {}), 201);
  await expectData(ana("PATCH", `/contacts/${of("Leído")}`, { status: "read" }));
  const promised = await expectData(ana("GET", `/imports/${id}/undo`));
  const undone = await expectData(ana("POST", `/imports/${id}/undo`));
  assert.deepEqual([promised.trashed, promised.kept], [undone.trashed, undone.kept]);
  assert.deepEqual(
    undone.records.map(({ name }: ApiRecord) => name).sort(),
    ["Convertido", "Evento", "Leído", "Mensaje"],
  );
});

testOnEach("an import from before values were stored is undone by version", async (world) => {
  const ana = apiOf(world, people.ana);
  const { id } = await expectData(
    importing(world)("products/commit", "sku,name,price\nA,Uno,1\nB,Dos,2\n"),
  );
  await inDatabase(world, 1, (trx) => sql`update import_records set made = null`.execute(trx));
  const [one] = await expectData(ana("GET", "/products?q=uno"));
  for (const unit_price of [2, 1]) {
    await expectData(ana("PATCH", `/products/${one.id}`, { unit_price }));
  }
  const undone = await expectData(ana("POST", `/imports/${id}/undo`));
  assert.deepEqual([undone.trashed, undone.records.map(({ name }: ApiRecord) => name)], [1, [
    "Uno",
  ]]);
});
