/** Questions that a client asks by a quotation's link, and the answers that they read there. */
import assert from "node:assert/strict";
import { mostQuestions } from "@/lib/sales/sharing/ask_quote.ts";
import { testOnEach } from "../../support/world.ts";
import { apis, draftQuote, expectData, expectFailure, quoteThatIs } from "../scene.ts";
import { shareOf } from "./page.ts";

interface Entry {
  kind: string;
  text: string;
}

testOnEach("a question is a note that only its quotation's client reads", async (world) => {
  world.services.linkLimiter.limit.perSecond = 0;
  const { ana, eva } = apis(world);
  const { id, client } = await quoteThatIs("sent", ana);
  const token = await shareOf(ana, id);
  const ask = (question: string) => world.call("POST", `/q/${token}/ask`, { json: { question } });
  const entriesOf = ({ said }: { said: Entry[] }) => said.map(({ kind, text }) => [kind, text]);

  const reply = await expectData(ask(" ¿Va incluido el montaje? "));
  const first = ["question", "¿Va incluido el montaje?"];
  assert.deepEqual(entriesOf(reply), [first]);
  // The same question once more is the first one, as a double press is.
  assert.deepEqual(entriesOf(await expectData(ask("¿Va incluido el montaje?"))), [first]);
  const [note] = await expectData(ana("GET", `/notes?quote_id=${id}`));
  assert.deepEqual([note.to_client, note.author], [true, null]);
  const [entry] = await expectData(ana("GET", `/clients/${client.id}/timeline`));
  assert.deepEqual([entry.kind, entry.to_client, entry.by], ["note", true, null]);
  await expectFailure(
    ana("PATCH", `/notes/${note.id}`, { body: "¿Otra cosa?" }),
    409,
    "invalid_transition",
  );
  await expectData(ana("PATCH", `/notes/${note.id}`, { pinned: true }));

  // What colleagues write to one another is not among it; an answer is.
  await expectData(ana("POST", "/notes", { quote_id: id, body: "SECRETO" }), 201);
  const answer = { quote_id: id, body: "Sí, va incluido.", to_client: true };
  await expectData(ana("POST", "/notes", answer), 201);
  await expectFailure(eva("POST", "/notes", answer), 422, "validation_failed");
  const read = () => expectData(world.call("GET", `/q/${token}/data`));
  assert.deepEqual(entriesOf(await read()), [first, ["answer", "Sí, va incluido."]]);

  // Only a quotation has a page that its client reads.
  const onClient = { client_id: client.id, body: "Hola", to_client: true };
  const wrong = await expectFailure(ana("POST", "/notes", onClient), 422, "validation_failed");
  assert.deepEqual(Object.keys(wrong.fields), ["to_client"]);

  // That they declined stays there when it is offered anew, their reason does not.
  const decline = { reason: "Caro", revision: 1 };
  await expectData(world.call("POST", `/q/${token}/reject`, { json: decline }));
  await expectData(ana("POST", `/quotes/${id}/reopen`));
  assert.deepEqual(entriesOf(await read()).at(-1), ["declined", ""]);
  assert.deepEqual(entriesOf(await expectData(ask("¿Y sin tarima?"))).at(-1), [
    "question",
    "¿Y sin tarima?",
  ]);
});

testOnEach("questions are bounded, checked, and end with the quotation", async (world) => {
  world.services.linkLimiter.limit.perSecond = 0;
  const { ana } = apis(world);
  const { id } = await draftQuote(ana);
  const token = await shareOf(ana, id);
  const ask = (json: unknown) => world.call("POST", `/q/${token}/ask`, { json });
  for (const json of [{}, { question: "  " }, { question: 7 }, { question: "x", more: 1 }]) {
    await expectFailure(ask(json), 422, "validation_failed");
  }
  await expectFailure(ask({ question: "x".repeat(2001) }), 422, "validation_failed");
  for (let at = 0; at < mostQuestions; at++) await expectData(ask({ question: `¿${at}?` }));
  await expectFailure(ask({ question: "¿Una más?" }), 409, "limit_reached");
  const answer = { quote_id: id, body: "A todo, sí.", to_client: true };
  await expectData(ana("POST", "/notes", answer), 201);
  await expectData(ask({ question: "¿Una más?" }));
  await expectData(ana("DELETE", `/quotes/${id}`));
  await expectFailure(ask({ question: "¿Sigue?" }), 410, "link_expired");
  await expectFailure(
    world.call("POST", "/q/rlq_x/ask", { json: { question: "?" } }),
    404,
    "not_found",
  );
});
