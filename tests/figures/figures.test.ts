/**
 * Every figure of the dashboard and of reports leads to its records: to a list with its filters.
 */
import assert from "node:assert/strict";
import { apiOf, expectData, inDatabase } from "../crm/scene.ts";
import { openEmbedded } from "../support/embedded.ts";
import { fillCompany, memberOf } from "../support/filled.ts";
import { makeWorld, people, testOnEach } from "../support/world.ts";

type Figures = Record<string, unknown>;

/** The lists behind the dashboard's figures, by the path of each figure. */
function listsOf(stats: Figures, today: string): Record<string, string> {
  const lists: Record<string, string> = {
    "contacts.converted": "contacts?converted=true",
    "contacts.waiting": "contacts?waiting=true",
    "contacts.unanswered_24h": "contacts?unanswered=true",
    "clients.total": "clients?",
    "opportunities.rotting": "opportunities?rotting=true",
    "opportunities.without_next_action": "opportunities?status=open&next_action=none",
    "quotes.pending_my_approval": "quotes?approver_id=me",
    "quotes.expired": "quotes?expired=true",
    "quotes.expiring_7d": "quotes?expiring=true",
    "sales.total": "sales?status=active",
    "sales.month_count": `sales?status=active&sold_at_from=${today.slice(0, 7)}-01`,
    "tasks.overdue": "tasks?due=overdue",
    "tasks.due_today": "tasks?due=today",
    "tasks.mine": "tasks?assignee_id=me&status=pending,in_progress",
  };
  const states = {
    contacts: ["new", "read", "archived"],
    opportunities: ["open", "won", "lost"],
    quotes: ["draft", "sent", "approved", "sold", "rejected"],
    tasks: ["pending", "in_progress", "done"],
  };
  for (const [noun, names] of Object.entries(states)) {
    for (const name of names) lists[`${noun}.${name}`] = `${noun}?status=${name}`;
  }
  const channels = (stats.contacts as { by_channel: Figures }).by_channel;
  for (const channel of Object.keys(channels)) {
    lists[`contacts.by_channel.${channel}`] = `contacts?channel=${channel}`;
  }
  lists["contacts.by_mail"] = "contacts?channel=other&account_kind=email";
  const stages = (stats.opportunities as { by_stage: { id: number }[] }).by_stage;
  for (const [at, { id }] of stages.entries()) {
    lists[`opportunities.by_stage.${at}.count`] = `opportunities?status=open&stage_id=${id}`;
  }
  return lists;
}

/** Figures that no single list has: sums of money, and a calendar's. */
const others = /amount|weighted|^events\.|by_stage\.\d+\.(id|name)$/;

function leavesOf(value: unknown, path = ""): [string, unknown][] {
  if (value === null || typeof value !== "object") return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, path === "" ? name : `${path}.${name}`)
  );
}

Deno.test({
  name: "each figure of the dashboard and of a report is the total of a list",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const database = await openEmbedded();
    await using world = await makeWorld({ database });
    await fillCompany(database.db, { companyId: 2, scale: 0.05, now: new Date() });
    await inDatabase(world, 2, async (trx) => {
      await trx.updateTable("sales").set({ sold_at: new Date(), status: "active" })
        .where("id", "=", trx.selectFrom("sales").select((eb) => eb.fn.min("id").as("id")))
        .execute();
      const due = { company_id: 2, title: "Hoy", due_at: new Date() };
      await trx.insertInto("tasks").values(due).execute();
    });
    const api = apiOf(world, memberOf(2));
    const totalOf = async (list: string) => {
      const { status, body } = await api("GET", `/${list}&per_page=1`);
      assert.equal(status, 200, `${list}: ${JSON.stringify(body)}`);
      return body.meta.total as number;
    };

    const stats = await expectData(api("GET", "/stats"));
    const today = new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Madrid" });
    const lists = listsOf(stats, today);
    const figures = leavesOf(stats).filter(([path]) => !others.test(path));
    assert.deepEqual(figures.map(([path]) => path).sort(), Object.keys(lists).sort());
    for (const [path, figure] of figures) {
      assert.equal(await totalOf(lists[path]!), figure, `${path}: ${lists[path]}`);
    }
    // A yes is asked for only where the company wants it so.
    const none = /by_channel|by_mail|pending_my_approval/;
    const some = figures.filter(([path, figure]) => figure === 0 && !none.test(path));
    assert.deepEqual(some.map(([path]) => path), [], "the filled company has some of each");

    const year = new Date().getUTCFullYear() - 1;
    const [from, to] = [`${year}-01-01`, `${year}-12-31`];
    const report = await expectData(api("GET", `/reports?from=${from}&to=${to}`));
    const within = (field: string) => `${field}_from=${from}&${field}_to=${to}`;
    const behind: Record<string, string> = {
      "sales.count": `sales?status=active&${within("sold_at")}`,
      "tasks.done": `tasks?status=done&${within("done_at")}`,
      "tasks.pending": `tasks?status=pending,in_progress&${within("created_at")}`,
      "opportunities.won": `opportunities?status=won&${within("won_at")}`,
      "opportunities.lost": `opportunities?status=lost&${within("lost_at")}`,
      "opportunities.open": `opportunities?status=open&${within("created_at")}`,
    };
    for (const status of ["draft", "sent", "approved", "sold", "rejected"]) {
      behind[`quotes.${status}`] = `quotes?status=${status}&${within("issue_date")}`;
    }
    const two = report.rows.filter(({ user_id }: { user_id: number | null }) =>
      user_id === null || user_id === report.rows[0].user_id
    );
    assert.equal(two.length, 2);
    for (const { user_id, name: _name, role: _role, ...numbers } of two) {
      for (const [path, figure] of leavesOf(numbers)) {
        if (path === "sales.amount") continue;
        const list = `${behind[path]}&assignee_id=${user_id ?? "none"}`;
        assert.equal(await totalOf(list), figure, list);
      }
    }
  },
});

testOnEach("lists are narrowed by tags, next steps and several employees", async (world) => {
  const ana = apiOf(world, people.ana);
  const make = (path: string, json: object) => expectData(ana("POST", path, json), 201);
  const idsOf = async (list: string) =>
    (await expectData(ana("GET", `/${list}`))).map(({ id }: { id: number }) => id);
  const { id: me } = await expectData(ana("GET", "/me"));
  const employees = await expectData(ana("GET", "/employees"));
  const other = employees.find((one: { user_id: number }) => one.user_id !== me).user_id;
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  const late = await make("/contacts", { name: "A", tags: ["vip", "norte"], assignee_id: me });
  const now = await make("/contacts", { name: "B", tags: ["vip"], assignee_id: other });
  const later = await make("/contacts", { name: "C", tags: ["uno, dos"] });
  for (const [{ id }, next_action_at] of [[late, at(-2)], [now, at(0)], [later, at(2)]] as const) {
    await expectData(ana("PATCH", `/contacts/${id}`, { next_action_at }));
  }
  const none = await make("/contacts", { name: "D" });
  const steps = { none, overdue: late, today: now, later };
  for (const [state, { id }] of Object.entries(steps)) {
    assert.deepEqual(await idsOf(`contacts?next_action=${state}`), [id], state);
  }
  assert.deepEqual(await idsOf("contacts?tag=norte"), [late.id]);
  assert.deepEqual(await idsOf("contacts?tag=norte,vip&sort=name"), [late.id, now.id]);
  assert.deepEqual(await idsOf("contacts?tag=uno%5C,%20dos"), [later.id]);
  assert.deepEqual(await idsOf("contacts?tag=uno"), []);
  assert.deepEqual(await idsOf(`contacts?assignee_id=me,${other}&sort=name`), [late.id, now.id]);
  assert.deepEqual(await idsOf("contacts?assignee_id=me,none&sort=name"), [
    late.id,
    later.id,
    none.id,
  ]);
  assert.deepEqual(await idsOf("contacts?assignee_id=none,me&next_action=later"), [later.id]);
  assert.deepEqual(await idsOf("contacts?sort=next_action_at&per_page=2"), [late.id, now.id]);

  const client = await make("/clients", { name: "Aire", tags: ["vip"] });
  const opportunity = await make("/opportunities", {
    title: "Obra",
    client_id: client.id,
    tags: ["obra"],
  });
  await expectData(
    ana("POST", `/opportunities/${opportunity.id}/lose`, { lost_reason: "Precio, y plazo" }),
  );
  assert.deepEqual(await idsOf("opportunities?lost_reason=Precio%5C,%20y%20plazo&tag=obra"), [
    opportunity.id,
  ]);
  assert.deepEqual(await expectData(ana("GET", "/tags")), [
    { tag: "vip", count: 3 },
    { tag: "norte", count: 1 },
    { tag: "obra", count: 1 },
    { tag: "uno, dos", count: 1 },
  ]);
  assert.deepEqual(await expectData(ana("GET", "/tags?noun=client")), [{ tag: "vip", count: 1 }]);
  await expectData(ana("POST", `/contacts/${late.id}/spam`));
  assert.deepEqual(await expectData(ana("GET", "/tags?noun=contact")), [
    { tag: "uno, dos", count: 1 },
    { tag: "vip", count: 1 },
  ]);

  for (const query of ["next_action=soon", "assignee_id=me,x", "converted=1", "tag=,"]) {
    assert.equal((await ana("GET", `/contacts?${query}`)).status, 422, query);
  }
});
