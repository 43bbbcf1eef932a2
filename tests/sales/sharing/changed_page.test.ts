/** The public page of a quotation that was changed or withdrawn after it was sent. */
import assert from "node:assert/strict";
import { testOnEach } from "../../support/world.ts";
import { apis, expectData, plainLine, quoteThatIs } from "../scene.ts";
import { assertPage, post, shareOf, visit } from "./page.ts";

testOnEach("a stale page is shown anew, with what changed", async (world) => {
  world.services.linkLimiter.limit.perSecond = 0;
  const { ana } = apis(world);
  const lines = [plainLine, { ...plainLine, name: "Horno" }, { ...plainLine, name: "Luz" }];
  const { id } = await quoteThatIs("sent", ana, { lines, terms: "A 30 días" });
  const path = `/q/${await shareOf(ana, id)}`;
  await expectData(ana("POST", `/quotes/${id}/recall`));
  const after = [
    { ...plainLine, unit_price: 500 },
    { ...lines[2], description: "LED" },
    { ...plainLine, name: "Grúa", discount_percent: 10 },
  ];
  await expectData(ana("PUT", `/quotes/${id}/lines`, { lines: after }));
  await expectData(ana("PATCH", `/quotes/${id}`, { terms: "Al contado" }));
  await expectData(ana("POST", `/quotes/${id}/send`));
  const stale = await post(world, `${path}/accept`, { name: "Marta Gil" });
  assertPage(stale, 409, [
    ...["ha cambiado desde que lo abriste", "no se ha guardado", "Revisión 2"],
    "Montaje: antes 2 × 50,00\u00a0€ + 21\u00a0%, ahora 2 × 500,00\u00a0€ + 21\u00a0%",
    "Nueva línea: Grúa, 2 × 50,00\u00a0€ − 10\u00a0% + 21\u00a0%",
    "Línea quitada: Horno, 2 × 50,00\u00a0€ + 21\u00a0%",
    ...["Luz: ha cambiado su descripción", "Han cambiado las condiciones"],
    "Total: antes 363,00\u00a0€, ahora 1.439,90\u00a0€",
    ...['name="revision" value="2"', 'value="Marta Gil"'],
  ]);
  const unknown = await post(world, `${path}/reject`, { reason: "Caro", revision: "" });
  assertPage(unknown, 422, ["no se ha guardado"]);
  const { status } = await post(world, `${path}/accept`, { name: "Marta Gil", revision: "2" });
  assert.equal(status, 303);
});

testOnEach("a quotation that was withdrawn is not shown any more", async (world) => {
  world.services.linkLimiter.limit.perSecond = 0;
  const { ana } = apis(world);
  const { id, opportunity } = await quoteThatIs("sent", ana, { language: "en" });
  const path = `/q/${await shareOf(ana, id)}`;
  const loss = { lost_reason: "Price" };
  await expectData(ana("POST", `/opportunities/${opportunity.id}/lose`, loss));
  const page = await visit(world, path);
  assertPage(page, 200, ["<h1", "se ha retirado", "habla con Primary"]);
  assertPage(await visit(world, path, "en"), 200, ["has been withdrawn", "talk to Primary"]);
  assert.doesNotMatch(page.body, /Montaje|<form|\/pdf/);
  const answered = await post(world, `${path}/accept`, { name: "Marta" });
  assertPage(answered, 410, ["ya no admite respuesta", "se ha retirado"]);
  await expectData(ana("POST", `/opportunities/${opportunity.id}/reopen`));
  assertPage(await visit(world, path), 200, ["Montaje", "<form"]);
});
