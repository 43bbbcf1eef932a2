/** Quotations that cannot leave stay drafts, and say why. */
import assert from "node:assert/strict";
import { connect } from "../../channels/scene.ts";
import { people, testOnEach } from "../../support/world.ts";
import { apis, expectData, expectFailure, lapse } from "../scene.ts";
import { assertUntouched, body, draftFor, offer, phone } from "./offering.ts";

testOnEach("every wrong field is named, and nothing is changed", async (world) => {
  const { receiver, program, ana, quote, send } = await offer(world);
  await using _ = receiver;
  const { eva } = apis(world);
  const silent = await connect(world);
  const theirs = await connect(world, {
    ...{ companyId: 2, member: people.eva, callbackUrl: `${receiver.url}/theirs` },
  });
  const gone = await connect(world, { callbackUrl: `${receiver.url}/gone` });
  await expectData(ana("DELETE", `/channels/${gone.id}`));
  const via = program.id;
  const cases: [Record<string, unknown>, string[]][] = [
    [{}, ["message.body", "message.via"]],
    [{ via: 999_999, body }, ["message.via"]],
    [{ via: theirs.id, body }, ["message.via"]],
    [{ via: gone.id, body }, ["message.via"]],
    [{ via: silent.id, body }, ["message.via"]],
    [{ via, body: " " }, ["message.body"]],
    [{ via, body: "{{quote.nombre}}" }, ["message.body"]],
    [{ via, body, to: "nadie", cc: ["x"] }, ["message.cc.0", "message.to"]],
    [{ via, body, to: "a@b.example", cc: ["c@b.example"], subject: "X" }, [
      "message.cc",
      "message.subject",
      "message.to",
    ]],
    [{ via, body, files: [] }, ["message.files"]],
    [{ via, body: "{{quote.link}}".repeat(700) }, ["message.body"]],
  ];
  for (const [message, names] of cases) {
    const { fields } = await expectFailure(send(message), 422, "validation_failed");
    assert.deepEqual(Object.keys(fields).sort(), names, JSON.stringify(message));
  }
  await expectFailure(send({ via, body }, { version: 99 }), 409, "version_conflict");
  await expectFailure(
    eva("POST", `/quotes/${quote.id}/send`, { message: { via: theirs.id, body } }),
    404,
    "not_found",
  );
  await assertUntouched(world, quote);

  const empty = await draftFor(ana, { phone }, { lines: [], ...past });
  await lapse(world, 1, empty.id);
  const { fields } = await expectFailure(
    ana("POST", `/quotes/${empty.id}/send`, { message: { via: 999_999, body } }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(fields).sort(), ["lines", "message.via", "valid_until"]);
});

const past = { issue_date: "2020-01-01" };

testOnEach("nobody to write to, too long to print, no room: it stays a draft", async (world) => {
  const { receiver, program, ana, quote, send } = await offer(world, {});
  await using _ = receiver;
  const { fields } = await expectFailure(
    send({ via: program.id, body }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(fields), ["message.via"]);
  await assertUntouched(world, quote);

  const { id: product_id } = await expectData(
    ana("POST", "/products", {
      ...{ name: "Partida", description: "x".repeat(4_900), unit_price: 1, tax_rate: 21 },
    }),
    201,
  );
  const lines = Array.from({ length: 80 }, () => ({ product_id, quantity: 1 }));
  const long = await draftFor(ana, { phone }, { lines });
  await expectFailure(
    ana("POST", `/quotes/${long.id}/send`, { message: { via: program.id, body } }),
    413,
    "too_large",
  );
  await assertUntouched(world, long);

  // The move, the revision and the link are written by then, and go with the rest.
  const full = await draftFor(ana, { phone });
  world.services.config.filesBytesPerCompany = 10;
  const refused = await expectFailure(
    ana("POST", `/quotes/${full.id}/send`, { message: { via: program.id, body } }),
    409,
    "limit_reached",
  );
  assert.equal(refused.details.of, "files");
  await assertUntouched(world, full);
  assert.deepEqual(await expectData(ana("GET", `/quotes/${full.id}/revisions`)), []);
});
