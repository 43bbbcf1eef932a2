import assert from "node:assert/strict";
import { people, testOnEach } from "../../support/world.ts";
import { apiOf, expectData, expectFailure } from "../scene.ts";

interface Entry {
  kind: string;
  at: string;
  subject: { type: string };
  body?: string;
  verb?: string;
}

testOnEach("every noun has a timeline of its own and of what belongs to it", async (world) => {
  const ana = apiOf(world, people.ana);
  const make = (path: string, json?: object) => expectData(ana("POST", path, json), 201);
  const contact = await make("/contacts", { name: "Marta Gil", message: "Hola" });
  const { client, opportunity } = await make(`/contacts/${contact.id}/convert`, {
    create_opportunity: true,
  });
  const lines = [{ name: "Mesa", quantity: 1, unit_price: 50, tax_rate: 21 }];
  const quote = await make("/quotes", { opportunity_id: opportunity.id, lines });
  for (const verb of ["send", "approve"]) {
    await expectData(ana("POST", `/quotes/${quote.id}/${verb}`));
  }
  const { sale, tasks } = await make(`/quotes/${quote.id}/confirm-sale`);
  const event = await make("/events", {
    title: "Visita",
    starts_at: "2026-11-20T10:00:00Z",
    ends_at: "2026-11-20T11:00:00Z",
    contact_id: contact.id,
  });
  const ids = {
    contact: contact.id,
    client: client.id,
    opportunity: opportunity.id,
    quote: quote.id,
    sale: sale.id,
    task: tasks[0].id,
  };
  for (const [noun, id] of Object.entries(ids)) {
    await make("/notes", { body: `de ${noun}`, [`${noun}_id`]: id });
  }
  await expectData(ana("PATCH", `/events/${event.id}`, { title: "Otra visita" }));
  await make("/contacts", { name: "Otro", message: "Nada que ver" });

  const plural = (noun: string) => noun === "opportunity" ? "opportunities" : `${noun}s`;
  const read = async (noun: keyof typeof ids): Promise<Entry[]> => {
    const path = `/${plural(noun)}/${ids[noun]}/timeline`;
    const whole = await expectData(ana("GET", `${path}?per_page=200`));
    const { body } = await ana("GET", `${path}?per_page=1&page=2`);
    assert.deepEqual(body.data, whole.slice(1, 2), `${noun}: a page is a part of the whole`);
    assert.equal(body.meta.total, whole.length);
    const instants = whole.map(({ at }: Entry) => at);
    assert.deepEqual(instants, instants.toSorted().toReversed());
    return whole;
  };
  /** The notes and messages, and the nouns of the activities. */
  const expected: Record<keyof typeof ids, [own: string[], about: string[]]> = {
    contact: [["Hola", "de contact"], ["contact", "event"]],
    client: [
      ["Hola", ...Object.keys(ids).map((noun) => `de ${noun}`)],
      ["client", "contact", "opportunity", "quote", "sale", "task"],
    ],
    opportunity: [
      ["Hola", "de opportunity", "de quote", "de sale", "de task"],
      ["opportunity", "quote", "sale", "task"],
    ],
    quote: [["de quote", "de sale"], ["quote", "sale"]],
    sale: [["de sale", "de task"], ["sale", "task"]],
    task: [["de task"], ["task"]],
  };
  for (const [name, [text, about]] of Object.entries(expected)) {
    const noun = name as keyof typeof ids;
    const entries = await read(noun);
    const texts = entries.flatMap(({ kind, body }) => kind === "activity" ? [] : [body]);
    assert.deepEqual(texts.toSorted(), text.toSorted(), noun);
    const subjects = entries.filter(({ kind }) => kind === "activity")
      .map(({ subject }) => subject.type);
    const kinds = [...new Set(subjects)].sort();
    assert.deepEqual(kinds.filter((type) => type !== "event" || noun === "contact"), about, noun);
    assert.ok(entries.every(({ verb }) => verb !== "note_added"), noun);
    const foreign = apiOf(world, people.eva)("GET", `/${plural(noun)}/${ids[noun]}/timeline`);
    await expectFailure(foreign, 404, "not_found");
  }
  await expectData(ana("DELETE", `/tasks/${ids.task}`));
  await expectFailure(ana("GET", `/tasks/${ids.task}/timeline`), 404, "not_found");
});
