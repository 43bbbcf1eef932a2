/** The panel's lists over HTTP: filters, tabs, sorting, and the same list as a file. */
import assert from "node:assert/strict";
import { addClient, apiOf, expectData } from "../../crm/scene.ts";
import { makeWorld, people } from "../../support/world.ts";

Deno.test({
  name: "a list is narrowed by the company's tags and by several people, and comes as a file",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using world = await makeWorld();
    const ana = apiOf(world, people.ana);
    const make = (path: string, json: object) => expectData(ana("POST", path, json), 201);
    const client_id = await addClient(world, 1, "Muebles Ruiz");
    await make("/clients", { name: "Bar Tertulia", tags: ["Feria", "Obra, nueva"] });
    await make("/contacts", { name: "Pilar", message: "Hola", tags: ["Urgente"] });
    await make("/contacts", {
      name: "Teo",
      message: "Hola",
      next_action_at: "2020-01-01T10:00:00Z",
    });
    const opportunity = { title: "Cocina", client_id, tags: ["Roble"] };
    const { id: opportunity_id } = await make("/opportunities", opportunity);
    await make("/quotes", { opportunity_id, title: "Obra" });
    const read = async (path: string) => {
      const { status, body } = await world.call("GET", `/panel/${path}`, {
        member: people.ana,
        headers: { "Accept-Language": "es" },
      });
      assert.equal(status, 200, path);
      assert.doesNotMatch(body, /No se ha tenido en cuenta/, path);
      return body as string;
    };
    const ask = (noun: string, query: string) => read(`${noun}?company_id=1&${query}`);
    const fileOf = (page: string) =>
      /href="([^"]+\.csv\?[^"]+)"/.exec(page)![1]!.replaceAll("&amp;", "&");

    // Tags of records that the page does not show are offered; a comma within one parts nothing.
    const clients = await ask("clients", "tag=Obra%5C,+nueva&assignee_id=me,none");
    assert.match(clients, /value="Feria"/);
    assert.match(clients, /es Obra, nueva/);
    assert.match(clients, /es Yo o Nadie/);
    assert.match(clients, /Bar Tertulia/);
    assert.doesNotMatch(clients, /Muebles Ruiz/);
    const file = await world.call("GET", fileOf(clients), { member: people.ana });
    assert.equal(file.status, 200);
    assert.match(file.headers.get("content-type")!, /^text\/csv/);
    assert.match(file.body, /Bar Tertulia/);
    assert.doesNotMatch(file.body, /Muebles Ruiz/);

    const board = await ask("opportunities", "tag=Roble");
    assert.match(board, /value="Roble"/);
    const lists = [
      ["opportunities", "view=list&sort=-status,next_action_at&page=1"],
      ["quotes", "sort=-gross_total&expiring=false&client_id=" + client_id],
      ["sales", "sort=promised_date&q=mesa&promised_date_from=2026-01-01"],
      ["contacts", "page=1"],
    ] as const;
    for (const [noun, query] of lists) {
      const path = fileOf(await ask(noun, query));
      assert.equal((await world.call("GET", path, { member: people.ana })).status, 200, path);
    }

    // The follow-ups are tabs.
    const current = /aria-current="page"[^>]*>([^<]+)<\/a>/;
    const tabOf = async (query: string) => {
      const page = await ask("contacts", query);
      return [
        current.exec(page.slice(page.indexOf("inbox-tabs")))![1]!.trim(),
        ...["Pilar", "Teo"].filter((name) => page.includes(`<bdi>${name}</bdi>`)),
      ];
    };
    assert.deepEqual(await tabOf(""), ["Pendientes", "Pilar", "Teo"]);
    assert.deepEqual(await tabOf("status=new,read&next_action=overdue"), ["Atrasados", "Teo"]);
    assert.deepEqual(await tabOf("status=read,new&next_action=none"), [
      "Sin próximo paso",
      "Pilar",
    ]);
    assert.deepEqual(await tabOf("status=new,read&next_action=later"), ["Pendientes"]);
  },
});
