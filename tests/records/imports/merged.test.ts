/** Rows of records that were merged find the one that stays. */
import assert from "node:assert/strict";
import { people, testOnEach, type World } from "../../support/world.ts";
import { type Api, apiOf, expectData } from "../../crm/scene.ts";
import { importing } from "./importing.ts";

const update = "duplicates=update&invalid=skip";

function sceneOf(world: World) {
  const ana = apiOf(world, people.ana);
  const post = importing(world);
  const store = (noun: string, file: string, query = update) =>
    expectData(post(`${noun}/commit?${query}`, file));
  const named = async (noun: string, name: string): Promise<number> => {
    const all = await expectData(ana("GET", `/${noun}`));
    return all.find((one: { name: string }) => one.name === name).id;
  };
  const merge = async (noun: string, from: string, into: string) => {
    const [id, into_id] = [await named(noun, from), await named(noun, into)];
    const how = noun === "clients" ? { allow_different_tax_ids: true } : {};
    await expectData(ana("POST", `/${noun}/${id}/merge`, { into_id, ...how }));
    return id;
  };
  return { ana, post, store, named, merge };
}

const countsOf = (
  { imported, changed, same, wrong, skipped }: Record<string, number>,
) => [imported, changed, same, wrong, skipped];

const totalOf = async (ana: Api, noun: string) => (await ana("GET", `/${noun}`)).body.meta.total;

testOnEach("importing a file again does not remake merged records", async (world) => {
  const { ana, store, merge, named } = sceneOf(world);
  const file = "Nombre,NIF,Correo,Ciudad\n" +
    "Uno,B1,uno@x.es,Lugo\nDos,B2,dos@x.es,Vigo\nTres,B3,tres@x.es,Ourense\nSolo,,solo@x.es,\n";
  assert.deepEqual(countsOf(await store("clients", file)), [4, 0, 0, 0, 0]);
  // A chain: 1 into 2, 2 into 3; and one with an address alone.
  await merge("clients", "Uno", "Dos");
  await merge("clients", "Dos", "Tres");
  await merge("clients", "Solo", "Tres");
  const before = await expectData(ana("GET", `/clients/${await named("clients", "Tres")}`));
  assert.deepEqual(countsOf(await store("clients", file)), [0, 0, 4, 0, 0]);
  assert.deepEqual(countsOf(await store("clients", file, "duplicates=skip")), [0, 0, 0, 0, 4]);
  // By one of their values alone, as people type them.
  const others = "Nombre,NIF,Correo,Ciudad\nX,b-1,,Lalín\nY,,DOS@x.es,\n";
  assert.deepEqual(countsOf(await store("clients", others)), [0, 0, 2, 0, 0]);
  assert.equal(await totalOf(ana, "clients"), 1);
  const after = await expectData(ana("GET", `/clients/${before.id}`));
  assert.deepEqual(after, before, "what the merge left stays");
  // The row of the one that stays changes it, beside those of the others.
  const changed = file.replace("Ourense", "Celanova");
  assert.deepEqual(countsOf(await store("clients", changed)), [0, 1, 3, 0, 0]);
}, { both: true });

testOnEach("contacts are found by address, number and channel", async (world) => {
  const { ana, store, merge } = sceneOf(world);
  const file = "Nombre,Correo,Teléfono,Canal,Id en el canal\n" +
    "Iria,iria@x.es,,,\nXoel,,612 000 111,,\nNoa,,,whatsapp,34600111222\nBrais,b@x.es,,,\n" +
    "Sin nada,,,,\n";
  assert.deepEqual(countsOf(await store("contacts", file)), [5, 0, 0, 0, 0]);
  for (const name of ["Iria", "Xoel", "Noa", "Sin nada"]) await merge("contacts", name, "Brais");
  assert.deepEqual(countsOf(await store("contacts", file)), [0, 0, 5, 0, 0]);
  assert.equal(await totalOf(ana, "contacts"), 1);
});

testOnEach("a record that was separated or trashed since is like any other", async (world) => {
  const { ana, store, merge, named } = sceneOf(world);
  const file = "Nombre,NIF,Correo\nUno,B1,uno@x.es\nDos,B2,dos@x.es\n";
  await store("clients", file);
  const id = await merge("clients", "Uno", "Dos");
  await expectData(ana("POST", `/clients/${id}/unmerge`));
  const other = file.replaceAll("Uno,", "Uno SL,");
  assert.deepEqual(countsOf(await store("clients", other)), [0, 1, 1, 0, 0]);
  assert.equal(await named("clients", "Uno SL"), id);
  await merge("clients", "Uno SL", "Dos");
  await expectData(ana("DELETE", `/clients/${await named("clients", "Dos")}`));
  assert.deepEqual(countsOf(await store("clients", file)), [2, 0, 0, 0, 0]);
  // Another company's merges tell nothing.
  const theirs = importing(world, people.eva);
  const preview = await expectData(theirs(`clients/preview?${update}`, file));
  assert.deepEqual([preview.counts.valid, preview.counts.same], [2, 0]);
});
