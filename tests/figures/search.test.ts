import assert from "node:assert/strict";
import { apiOf, expectData, expectFailure, inDatabase } from "../crm/scene.ts";
import { people, testOnEach } from "../support/world.ts";

type Group = {
  kind: string;
  total: number;
  capped: boolean;
  hits: { id: number; title: string }[];
};

testOnEach("a search finds records of every kind by the beginnings of words", async (world) => {
  const ana = apiOf(world, people.ana);
  const add = (path: string, json: object) => expectData(ana("POST", path, json), 201);
  const client = await add("/clients", { name: "Panadería Núñez", tax_id: "B1", city: "León" });
  const contact = await add("/contacts", { name: "Ángela Núñez", email: "angela@x.es" });
  const opportunity = await add("/opportunities", { title: "Rótulo nuñez", client_id: client.id });
  const quote = await add("/quotes", { opportunity_id: opportunity.id, title: "Núñez, primera" });
  const product = await add("/products", { name: "Caja NÚÑEZ", sku: "CJ-1" });
  const task = await add("/tasks", { title: "Llamar a Nunez", client_id: client.id });
  await add("/contacts", { name: "Nunez Basura" }).then(({ id }) =>
    expectData(ana("POST", `/contacts/${id}/spam`))
  );
  const gone = await add("/tasks", { title: "Nunez viejo" });
  await expectData(ana("DELETE", `/tasks/${gone.id}`));

  const search = async (q: string): Promise<Group[]> =>
    (await expectData(ana("GET", `/search?q=${encodeURIComponent(q)}`))).groups;
  const groups = await search("NUÑ");
  assert.deepEqual(
    groups.map(({ kind, total, hits }) => [kind, total, ...hits.map(({ id }) => id)]),
    [
      ["contact", 1, contact.id],
      ["client", 1, client.id],
      ["opportunity", 1, opportunity.id],
      ["quote", 1, quote.id],
      ["sale", 0],
      ["product", 1, product.id],
      ["task", 1, task.id],
      ["event", 0],
      ["automatic", 0],
    ],
  );
  checkHits(groups, { contact, client, opportunity, quote, product, task });
  const idsFor = async (q: string) =>
    (await search(q)).flatMap(({ kind, hits }) => hits.map(({ id }) => `${kind} ${id}`));
  assert.deepEqual(await idsFor("nun ang"), [`contact ${contact.id}`]);
  assert.deepEqual(await idsFor("león pana"), [`client ${client.id}`]);
  assert.deepEqual(await idsFor(quote.number), [`quote ${quote.id}`]);
  assert.deepEqual(await idsFor("nunez zzz"), []);
  assert.deepEqual(await idsFor("!?"), []);

  const theirs = await expectData(apiOf(world, people.eva)("GET", "/search?q=nunez"));
  assert.ok(theirs.groups.every(({ total, hits }: Group) => total === 0 && hits.length === 0));
  for (const query of ["", "?q=", "?q=%20%20", `?q=${"a".repeat(201)}`, "?q=a&x=1", "?q=%00"]) {
    await expectFailure(ana("GET", `/search${query}`), 422, "validation_failed");
  }
});

testOnEach(
  "a search shows eight of a kind, the very word first, then the newest",
  async (world) => {
    const ids = await inDatabase(world, 1, async (trx) => {
      const titles = [
        "Anabel",
        "Ana",
        ...Array.from({ length: 60 }, (_, at) => `Anagrama ${at}`),
        "Ana",
      ];
      const tasks = await trx.insertInto("tasks")
        .values(titles.map((title) => ({ company_id: 1, title }))).returning("id").execute();
      return tasks.map(({ id }) => id);
    });
    const { groups } = await expectData(apiOf(world, people.ana)("GET", "/search?q=ana"));
    const { total, capped, hits } = groups.find(({ kind }: Group) => kind === "task");
    assert.deepEqual([total, capped, hits.length], [50, true, 8]);
    const [last, ...newest] = ids.toReversed();
    assert.deepEqual(hits.map(({ id }: { id: number }) => id), [
      last,
      ids[1],
      ...newest.slice(0, 6),
    ]);
  },
);

testOnEach("lists take any number of words, and days only of years that exist", async (world) => {
  const ana = apiOf(world, people.ana);
  await expectData(
    ana("POST", "/contacts", { name: "Íñigo Peña López", phone: "+34 612 345 678" }),
    201,
  );
  const total = async (q: string) =>
    (await ana("GET", `/contacts?q=${encodeURIComponent(q)}`)).body.meta.total;
  for (const q of ["pena", "LOPEZ i", "peña lóp íñi", "612345678", " "]) {
    assert.equal(await total(q), 1, q);
  }
  for (const q of ["penab", "pena x", "!!"]) assert.equal(await total(q), 0, q);
  const odd = ["0000-01-01", "0999-12-31", "9901-01-01", "10000-01-01", "0000-01-01T00:00:00Z"];
  odd.push("2026-02-30", "2026-01-01T00:00:00", "9999-12-31T23:59:59Z");
  for (const value of odd) {
    const query = `/contacts?created_at_from=${encodeURIComponent(value)}`;
    await expectFailure(ana("GET", query), 422, "validation_failed");
    await expectFailure(ana("GET", query.replace("_from", "_to")), 422, "validation_failed");
  }
  for (const value of ["1000-01-01", "9900-12-31", "2026-01-01T00:00:00+20:00"]) {
    await expectData(ana("GET", `/contacts?created_at_from=${encodeURIComponent(value)}`));
  }
});

testOnEach(
  "events are found by title, place and notes, a series once, by its next",
  async (world) => {
    const ana = apiOf(world, people.ana);
    const client = await expectData(ana("POST", "/clients", { name: "Hnos. Lobo" }), 201);
    const at = (days: number, hour = 9) => {
      const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
      return `${day}T${String(hour).padStart(2, "0")}:00:00.000Z`;
    };
    const add = (title: string, days: number, more: object = {}) =>
      expectData(
        ana("POST", "/events", { title, starts_at: at(days), ends_at: at(days, 10), ...more }),
        201,
      );
    const groupFor = async (q: string, as: string = people.ana) => {
      const path = `/search?q=${encodeURIComponent(q)}`;
      const { groups } = await expectData(apiOf(world, as)("GET", path));
      return groups.find(({ kind }: Group) => kind === "event") as Group;
    };
    const ids = async (q: string) => (await groupFor(q)).hits.map(({ id }) => id);

    const visit = await add("Medición en obra", 1, {
      client_id: client.id,
      location: "Calle Ebanistas",
      description: `Llevar el nivel láser${" y el metro".repeat(60)} colofón`,
    });
    for (const q of ["medicion", "obra ebanistas", "laser"]) {
      assert.deepEqual(await ids(q), [
        visit.id,
      ]);
    }
    assert.deepEqual(await ids("colofon"), [], "notes are found by their beginning");
    assert.deepEqual((await groupFor("medicion")).hits, [{
      kind: "event",
      id: visit.id,
      title: "Medición en obra",
      subtitle: "Hnos. Lobo · Calle Ebanistas",
      status: null,
      starts_at: at(1),
      account_id: null,
    }]);
    const listed = await expectData(ana("GET", "/events?q=ebanistas"));
    assert.deepEqual(listed.map(({ id }: { id: number }) => id), [visit.id]);

    const recurrence = { freq: "daily" };
    const first = await add("Parte de taller", -40, { recurrence });
    const over = await add("Parte antiguo", -90, { recurrence: { freq: "daily", count: 3 } });
    const { total, hits } = await groupFor("parte");
    assert.equal(total, 2);
    const starts = hits.map((hit) => (hit as unknown as { starts_at: string }).starts_at);
    const isNear = (start: string) => Math.abs(Date.parse(start) - Date.now()) < 2 * 86_400_000;
    assert.equal(starts.filter(isNear).length, 1, "the next one");
    assert.ok(starts.includes(at(-88)), "the last one");
    assert.ok(!hits.some(({ id }) => id === first.id || id === over.id));

    await expectData(ana("PATCH", `/events/${visit.id}`, {
      version: visit.version,
      title: "Montaje",
      location: null,
    }));
    assert.deepEqual([await ids("medicion"), await ids("montaje")], [[], [visit.id]]);
    await expectData(ana("DELETE", `/events/${visit.id}`));
    assert.deepEqual(await ids("montaje"), []);
    assert.equal((await groupFor("parte", people.eva)).total, 0, "another company's");
  },
);

function checkHits(
  groups: Group[],
  { contact, client, opportunity, quote, product, task }:
    & Record<"contact" | "client" | "opportunity" | "product" | "task", { id: number }>
    & { quote: { id: number; number: string } },
) {
  assert.deepEqual(groups.flatMap(({ hits }) => hits), [
    {
      kind: "contact",
      id: contact.id,
      title: "Ángela Núñez",
      subtitle: "angela@x.es",
      status: "new",
      starts_at: null,
      account_id: null,
    },
    {
      kind: "client",
      id: client.id,
      title: "Panadería Núñez",
      subtitle: "B1 · León",
      status: null,
      starts_at: null,
      account_id: null,
    },
    {
      kind: "opportunity",
      id: opportunity.id,
      title: "Rótulo nuñez",
      subtitle: "Panadería Núñez",
      status: "open",
      starts_at: null,
      account_id: null,
    },
    {
      kind: "quote",
      id: quote.id,
      title: quote.number,
      subtitle: "Panadería Núñez · Núñez, primera",
      status: "draft",
      starts_at: null,
      account_id: null,
    },
    {
      kind: "product",
      id: product.id,
      title: "Caja NÚÑEZ",
      subtitle: "CJ-1",
      status: "active",
      starts_at: null,
      account_id: null,
    },
    {
      kind: "task",
      id: task.id,
      title: "Llamar a Nunez",
      subtitle: "Panadería Núñez",
      status: "pending",
      starts_at: null,
      account_id: null,
    },
  ]);
}
