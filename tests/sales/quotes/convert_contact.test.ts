import assert from "node:assert/strict";
import { testOnEach } from "../../support/world.ts";
import { type Api, apis, expectData, expectFailure, inDatabase, verbsOf } from "../scene.ts";

async function contactOf(api: Api, values: Record<string, unknown> = {}) {
  const body = { name: "Marta Gil", email: "marta@ejemplo.es", phone: "612345678", ...values };
  return await expectData(api("POST", "/contacts", body), 201);
}

testOnEach(
  "a contact becomes a client, with products also opportunity and quotation",
  async (world) => {
    const { ana, eva } = apis(world);
    const convert = (id: number, json?: unknown) => ana("POST", `/contacts/${id}/convert`, json);
    const lamp = await expectData(
      ana("POST", "/products", { name: "Lámpara", unit_price: 10, tax_rate: 21 }),
      201,
    );
    const [first] = await expectData(ana("GET", "/pipeline-stages"));

    const plain = await contactOf(ana, { organization: "Gil SL", assignee_id: 1 });
    const bare = await convert(plain.id);
    assert.equal(bare.status, 201, JSON.stringify(bare.body));
    const { contact, client, opportunity, quote } = bare.body.data;
    assert.equal(bare.headers.get("location"), `/api/admin/clients/${client.id}`);
    assert.deepEqual([opportunity, quote], [null, null]);
    assert.deepEqual(
      [client.name, client.kind, client.email, client.phone, client.source_contact.id],
      ["Gil SL", "company", "marta@ejemplo.es", "612345678", plain.id],
    );
    assert.deepEqual(client.assignee, { id: 1, name: "Ana Ruiz" });
    assert.deepEqual([contact.status, contact.converted_client_id], ["read", client.id]);
    const refused = await expectFailure(convert(plain.id), 409, "already_converted");
    assert.deepEqual(refused.details, {
      client_id: client.id,
      opportunity_id: null,
      quote_id: null,
    });
    assert.deepEqual(await verbsOf(world, "contact_id", plain.id), ["created", "converted"]);

    const whole = await contactOf(ana, { email: null, subject: "Cocina nueva", language: "en" });
    const conversion = await expectData(
      convert(whole.id, {
        client: { tax_id: "b-12345678", name: "Marta" },
        products: [lamp.id, { product_id: lamp.id, quantity: 2, discount_percent: 50 }],
      }),
      201,
    );
    assert.deepEqual([conversion.client.name, conversion.client.kind], ["Marta", "person"]);
    assert.equal(conversion.client.tax_id, "B12345678");
    assert.deepEqual(
      [conversion.opportunity.title, conversion.opportunity.stage, conversion.opportunity.amount],
      ["Cocina nueva", { id: first.id, name: first.name }, 20],
    );
    assert.deepEqual(conversion.opportunity.contact, { id: whole.id, name: "Marta Gil" });
    assert.deepEqual([conversion.quote.status, conversion.quote.language], ["draft", "en"]);
    assert.deepEqual(conversion.quote.lines.map((line: { line_net: number }) => line.line_net), [
      10,
      10,
    ]);
    const again = await expectFailure(convert(whole.id), 409, "already_converted");
    assert.deepEqual(again.details, {
      client_id: conversion.client.id,
      opportunity_id: conversion.opportunity.id,
      quote_id: conversion.quote.id,
    });

    const linked = await contactOf(ana, { subject: " " });
    const stage = (await expectData(ana("GET", "/pipeline-stages")))[2];
    const third = await expectData(
      convert(linked.id, {
        client_id: client.id,
        opportunity: { stage_id: stage.id, assignee_id: 3, expected_close_date: "2031-01-01" },
      }),
      201,
    );
    assert.equal(third.client.id, client.id);
    assert.deepEqual(
      [third.opportunity.title, third.opportunity.stage.id, third.opportunity.assignee.id],
      ["Marta Gil", stage.id, 3],
    );
    assert.equal(third.quote, null);
    await expectFailure(eva("POST", `/contacts/${linked.id}/convert`), 404, "not_found");
  },
);

testOnEach("a conversion is refused as a whole, and done once", async (world) => {
  const { ana, eva } = apis(world);
  const contact = await contactOf(ana);
  const convert = (json?: unknown) => ana("POST", `/contacts/${contact.id}/convert`, json);
  const theirs = await expectData(eva("POST", "/clients", { name: "Ajeno" }), 201);
  const foreign = await expectData(eva("POST", "/products", { name: "Ajeno" }), 201);
  const [stage] = await expectData(eva("GET", "/pipeline-stages"));
  await expectData(ana("POST", "/clients", { name: "Otra", tax_id: "B1" }), 201);

  const wrong = async (json: unknown) =>
    Object.keys((await expectFailure(convert(json), 422, "validation_failed")).fields).sort();
  assert.deepEqual(await wrong({ client_id: theirs.id }), ["client_id"]);
  assert.deepEqual(await wrong({ products: [foreign.id] }), ["products.0.product_id"]);
  assert.deepEqual(await wrong({ opportunity: { stage_id: stage.id, assignee_id: 2 } }), [
    "opportunity.assignee_id",
    "opportunity.stage_id",
  ]);
  assert.deepEqual(await wrong({ client: { assignee_id: 2 } }), ["client.assignee_id"]);
  assert.deepEqual(await wrong({ client_id: 1, client: {}, odd: 1 }), ["client", "odd"]);
  assert.deepEqual(await wrong({ create_opportunity: false, products: [1] }), [
    "create_opportunity",
  ]);
  assert.deepEqual(await wrong({ products: [{ product_id: 1, quantity: -1 }] }), [
    "products.0.quantity",
  ]);
  const conflict = await expectFailure(convert({ client: { tax_id: "b1" } }), 409, "duplicate");
  assert.deepEqual(Object.keys(conflict.fields), ["client.tax_id"]);
  const counts = await inDatabase(world, 1, async (trx) => [
    (await trx.selectFrom("clients").select("id").where("company_id", "=", 1).execute()).length,
    (await trx.selectFrom("opportunities").select("id").where("company_id", "=", 1).execute())
      .length,
  ]);
  assert.deepEqual(counts, [1, 0]);
  assert.equal((await expectData(ana("GET", `/contacts/${contact.id}`))).status, "new");

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => convert({ create_opportunity: true })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).sort(),
    [201, ...Array(9).fill(409)],
  );
  assert.equal((await expectData(ana("GET", "/clients"))).length, 2);
  assert.equal((await expectData(ana("GET", "/opportunities"))).length, 1);
});
