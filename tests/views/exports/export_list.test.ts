import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { channels } from "@/lib/crm/contacts/channels.ts";
import { currentDeadline, longMs } from "@/lib/db/deadline.ts";
import { exportList } from "@/lib/views/exports/export_list.ts";
import { apiOf, expectData, expectFailure, inDatabase } from "../../crm/scene.ts";
import { openUsual } from "../../support/world_database.ts";
import { fillCompany, memberOf } from "../../support/filled.ts";
import { makeWorld, people, testOnEach } from "../../support/world.ts";

const rowsOf = (text: string, delimiter: string): Record<string, string>[] =>
  parse(text, { bom: true, columns: true, delimiter });

testOnEach("a list is a file in the language of who asks, as it is narrowed", async (world) => {
  const ana = apiOf(world, people.ana);
  await expectData(ana("PATCH", "/companies/1", { name: "Año & Cía" }));
  const make = (path: string, json: object) => expectData(ana("POST", path, json), 201);
  const client = await make("/clients", { name: "=HYPERLINK(1)", phone: "+34 612345678" });
  await make("/clients", { name: "Bruma", tags: ["vip", "norte"], city: "Vigo; centro" });
  await make("/opportunities", { title: "Obra", client_id: client.id, amount: 1234.5 });
  const gone = await make("/opportunities", { title: "No", client_id: client.id });
  await expectData(ana("POST", `/opportunities/${gone.id}/lose`, { lost_reason: "Precio" }));

  const read = (path: string, headers: Record<string, string> = {}) =>
    world.call("GET", `/api/admin/${path}`, { member: people.ana, headers });
  const english = await read("opportunities.csv?status=open");
  assert.equal(english.headers.get("content-type"), "text/csv; charset=utf-8; header=present");
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Madrid" });
  assert.equal(
    english.headers.get("content-disposition"),
    `attachment; filename="Ano & Cia Opportunities ${today}.csv"; ` +
      `filename*=UTF-8''A%C3%B1o%20%26%20C%C3%ADa%20Opportunities%20${today}.csv`,
  );
  const [open, ...none] = rowsOf(english.body, ",");
  assert.deepEqual(none, []);
  assert.deepEqual([open!.Title, open!.Client, open!.Amount, open!.Status], [
    "Obra",
    "'=HYPERLINK(1)",
    "1234.5",
    "open",
  ]);
  await expectData(ana("PATCH", "/me", { language: "es" }));
  const [obra] = rowsOf((await read("opportunities.csv?q=obra")).body, ";");
  assert.deepEqual([obra!.Título, obra!.Importe], ["Obra", "1234,5"]);
  const clients = await read("clients.csv?sort=-name", { "Accept-Language": "en" });
  const rows = rowsOf(clients.body, ";");
  assert.deepEqual(rows.map(({ Nombre }) => Nombre), ["Bruma", "'=HYPERLINK(1)"]);
  assert.deepEqual([rows[0]!.Ciudad, rows[0]!.Etiquetas], ["Vigo; centro", "vip, norte"]);
  assert.equal(rows[1]!.Teléfono, "'+34 612345678");
  assert.equal((await read("clients.csv?q=bruma&tag=sur")).body.trim().split("\n").length, 1);

  const bad = ana("GET", "/clients.csv?page=2&assignee_id=x");
  const { fields } = await expectFailure(bad, 422, "validation_failed");
  assert.deepEqual(Object.keys(fields).sort(), ["assignee_id.0", "page"]);

  // Exports can be imported: the apostrophe is the file's, not the client's.
  const preview = await expectData(world.call("POST", "/api/admin/imports/clients/preview", {
    member: people.eva,
    body: clients.body,
    headers: { "Content-Type": "text/csv" },
  }));
  assert.deepEqual(preview.errors, []);
});

testOnEach("a file says choices by words where it is asked to, and imports them", async (world) => {
  const ana = apiOf(world, people.ana);
  const make = (path: string, json: object) => expectData(ana("POST", path, json), 201);
  const payments = ["transfer", "card", "direct_debit", "cash", "other"];
  for (const [at, payment_method] of payments.entries()) {
    await make("/clients", {
      name: `Cliente ${at}`,
      kind: at % 2 === 0 ? "company" : "person",
      language: at % 2 === 0 ? "es" : "en",
      marketing_consent: at % 2 === 0,
      payment_method,
    });
  }
  for (const [at, channel] of channels.entries()) {
    await make("/contacts", { name: `Contacto ${at}`, email: `c${at}@x.example`, channel });
  }
  await make("/products", { name: "Mesa", unit_price: 980.5, tax_rate: 21, active: false });
  await make("/tasks", { title: "Cortar", priority: "high", kind: "follow_up" });
  const read = async (path: string) =>
    (await world.call("GET", `/api/admin/${path}`, { member: people.ana })).body as string;

  // Callers keep the values, and the language that they had.
  const [plain] = rowsOf(await read("tasks.csv"), ",");
  assert.deepEqual([plain!.Priority, plain!.Type, plain!.Status, plain!["All day"]], [
    ...["high", "follow_up", "pending", "yes"],
  ]);
  const [spanish] = rowsOf(await read("tasks.csv?words=es"), ";");
  assert.deepEqual([spanish!.Prioridad, spanish!.Tipo, spanish!.Estado, spanish!["Todo el día"]], [
    ...["Alta", "Seguimiento", "Pendiente", "sí"],
  ]);
  const [english] = rowsOf(await read("tasks.csv?words=en"), ",");
  assert.deepEqual([english!.Priority, english!.Type, english!.Status], [
    ...["High", "Follow-up", "Pending"],
  ]);
  const { fields } = await expectFailure(
    ana("GET", "/tasks.csv?words=fr"),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(fields), ["words"]);

  for (const noun of ["clients", "contacts", "products"]) {
    const before = await ana("GET", `/${noun}?sort=name&per_page=200`);
    for (const words of ["es", "en"]) {
      const file = await read(`${noun}.csv?words=${words}`);
      assert.doesNotMatch(file, /direct_debit|company|whatsapp;/, `${noun} in ${words}`);
      // Into another company, where nobody is known yet.
      const sent = await world.call("POST", `/api/admin/imports/${noun}/commit?company_id=2`, {
        member: people.luis,
        body: withoutPeople(file),
        headers: { "Content-Type": "text/csv" },
      });
      assert.equal(sent.status, 200, `${noun} in ${words}: ${JSON.stringify(sent.body)}`);
      const after = await world.call(
        "GET",
        `/api/admin/${noun}?company_id=2&sort=name&per_page=200`,
        { member: people.luis },
      );
      const choicesOf = (records: Record<string, unknown>[]) =>
        records.map((record) => choiceNames.map((name) => record[name]));
      assert.deepEqual(
        choicesOf(after.body.data),
        choicesOf(before.body.data),
        `${noun} in ${words}`,
      );
      const ids = after.body.data.map(({ id }: { id: number }) => id);
      await expectData(world.call("POST", `/api/admin/${noun}/bulk?company_id=2`, {
        member: people.luis,
        json: { ids, trash: true },
      }));
    }
  }
});

/** Fields whose cells are words in a file. */
const choiceNames = ["name", "kind", "payment_method", "channel", "language", "active"]
  .concat("marketing_consent");

/** Employees of one company are unknown in another. */
function withoutPeople(file: string): string {
  return file.replaceAll("Ana Ruiz", "");
}

Deno.test({
  name: "every list is exported whole, in its order, and by parts that others may change between",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const database = await openUsual();
    await using world = await makeWorld({ database });
    await fillCompany(database.db, { companyId: 2, scale: 0.06, now: new Date() });
    const member = memberOf(2);
    const api = apiOf(world, member);
    const nouns = ["contacts", "clients", "opportunities", "quotes", "sales", "products", "tasks"];
    for (const noun of nouns) {
      const { body } = await world.call("GET", `/api/admin/${noun}.csv`, { member });
      const page = await api("GET", `/${noun}?per_page=200`);
      const ids = rowsOf(body, ",").map(({ ID }) => Number(ID));
      assert.equal(ids.length, page.body.meta.total, noun);
      const first = page.body.data.map(({ id }: { id: number }) => id);
      assert.deepEqual(ids.slice(0, first.length), first, noun);
      assert.equal(new Set(ids).size, ids.length, noun);
    }

    const { id: userId } = await expectData(api("GET", "/me"));
    const reader = { companyId: 2, userId, timezone: "Europe/Madrid" };
    let transactions = 0;
    const deadlines = new Set<unknown>();
    const open = <T>(work: (call: never) => Promise<T>): Promise<T> => {
      transactions++;
      deadlines.add(currentDeadline());
      assert.ok(transactions === 1 || currentDeadline()!.totalMs === longMs);
      return inDatabase(world, 2, (trx) => work({ trx, member: reader } as never));
    };
    const query = { page: 1, per_page: 1, sort: [{ column: "t.id", descending: false }] };
    const { parts } = await exportList(open, "task", query, { language: "en" });
    const first = await parts.next();
    assert.equal(transactions, 1, "the rest is read when it is asked for");
    const tasks = await inDatabase(
      world,
      2,
      (trx) =>
        trx.selectFrom("tasks").select("id").where("deleted_at", "is", null).orderBy("id")
          .execute(),
    );
    assert.ok(tasks.length > 1000);
    await inDatabase(
      world,
      2,
      (trx) =>
        trx.updateTable("tasks").set({ title: "Movida" }).where("id", "=", tasks.at(-1)!.id)
          .execute(),
    );
    let text = first.value as string;
    for await (const part of parts) text += part;
    const rows = rowsOf(text, ",");
    assert.deepEqual(rows.map(({ ID }) => Number(ID)), tasks.map(({ id }) => id));
    assert.equal(rows.at(-1)!.Title, "Movida");
    assert.equal(transactions, Math.ceil(tasks.length / 1000));
    assert.equal(deadlines.size, transactions, "no part takes from the time of another");
  },
});
