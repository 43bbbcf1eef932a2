/** What one call of each operation leaves out, of the CRM's records. */
import type { Caller, Data } from "./caller.ts";
import { inDatabase } from "../../../crm/scene.ts";

let count = 0;
const fresh = () => `Taller ${++count} viejo`;

export async function walkCustomers({ call, make, page, as, scene }: Caller): Promise<void> {
  const notes = () => ({ name: fresh(), notes: fresh() });
  // Remarks for which one record has no room.
  const long = { name: fresh(), notes: "x".repeat(10_000) };
  const [first, second, third] = [
    await make("/clients", { ...notes(), email: "uno@viejo.example" }),
    await make("/clients", { ...notes(), phone: "600 111 222" }),
    await make("/clients", long),
  ];
  const opportunity = await make("/opportunities", { title: fresh(), client_id: first.id });
  await make("/quotes", { opportunity_id: opportunity.id, lines: [line] });
  await call("POST", `/clients/${first.id}/merge`, { into_id: second.id });
  await call("POST", `/clients/${second.id}/merge`, { into_id: third.id });
  await make("/quotes", { opportunity_id: opportunity.id, lines: [line] });
  await call("PATCH", `/clients/${third.id}`, { email: "dos@viejo.example" });
  await call("POST", `/clients/${first.id}/unmerge`);
  await call("POST", `/clients/${second.id}/unmerge`);

  const [one, two, three] = [
    await make("/contacts", { name: fresh(), email: "tres@viejo.example", organization: "X" }),
    await make("/contacts", { name: fresh(), phone: "600 333 444" }),
    await make("/contacts", { name: fresh() }),
  ];
  await call("POST", `/contacts/${one.id}/merge`, { into_id: two.id });
  await call("POST", `/contacts/${two.id}/merge`, { into_id: three.id });
  await call("PATCH", `/contacts/${three.id}`, { email: null });
  await call("POST", `/contacts/${one.id}/unmerge`);
  await call("POST", `/contacts/${three.id}/convert`, { create_opportunity: true });
  await call("POST", `/contacts/${three.id}/convert`, {});
  const { side: { companyId, member } } = scene;
  const stranger = await make("/contacts", { name: fresh() });
  await inDatabase(
    scene.world,
    companyId,
    (trx) =>
      trx.updateTable("contacts").set({ held: true }).where("company_id", "=", companyId)
        .where("id", "=", stranger.id).execute(),
  );
  await call("POST", "/contacts/release");
  await page(`/panel/quotes?client_id=${third.id}`);
  await page(`/panel/contacts?card=${stranger.id}`);
  const binned = await make("/clients", { name: fresh() });
  await call("DELETE", `/clients/${binned.id}`);
  await as({ member }, "GET", `/panel/clients/${binned.id}?company_id=${companyId}`);
  await call("POST", "/trash/restore", { records: [{ noun: "clients", id: binned.id }] });
}

const line = { name: "Mesa", quantity: 2, unit_price: 980.5, tax_rate: 21 };

export async function walkLists({ call, page, scene: { things, side } }: Caller): Promise<void> {
  const words = "q=Apellido7";
  for (
    const path of [
      "/contacts?status=new",
      `/contacts?${words}`,
      `/clients?${words}`,
      "/clients?q=Nombre",
      `/notifications?q=Pedido`,
      `/tasks/board?q=777`,
      `/quotes?product_id=${things.products}`,
      `/sales?product_id=${things.products}`,
      `/opportunities?tag=${side.word}`,
      `/opportunities?assignee_id=none&sort=amount`,
      `/events?from=2026-11-01&to=2026-12-01&assignee_id=me`,
    ]
  ) await call("GET", path);
  await page(`/panel/quotes?product_id=${things.products}`);
  await page(`/panel/contacts?share_title=Hola&share_text=Hola`);
  await page(`/panel/contacts?view=${things.views}`);
}

/** Changes of many by a filter and by ids, each taken back. */
export async function walkBulk(caller: Caller): Promise<void> {
  const { call, make, scene: { things } } = caller;
  const undone = async (noun: string, json: object) => {
    const { undo_id } = await call("POST", `/${noun}/bulk`, json) ?? {};
    if (undo_id) await call("POST", `/${noun}/bulk`, { undo_id });
  };
  const others = Number(things.employees);
  const me = (await call("GET", "/me")).id;
  const samples: Record<string, Data[]> = {};
  for (const noun of ["contacts", "clients", "tasks"] as const) {
    const named = () => noun === "tasks" ? { title: fresh() } : { name: fresh() };
    samples[noun] = [
      await make(`/${noun}`, { ...named(), assignee_id: others }),
      await make(`/${noun}`, { ...named(), assignee_id: me }),
    ];
  }
  samples.products = [
    await make("/products", { name: fresh(), sku: fresh(), unit_price: 1 }),
    await make("/products", { name: fresh(), sku: fresh(), unit_price: 1 }),
  ];
  const about = { client_id: Number(things.clients), stage_id: Number(things["pipeline-stages"]) };
  samples.opportunities = [
    await make("/opportunities", { title: fresh(), ...about, assignee_id: others }),
    await make("/opportunities", { title: fresh(), ...about, assignee_id: me }),
  ];
  samples.events = [await make("/events", { ...event(), assignee_id: others })];
  samples.quotes = [
    await make("/quotes", { opportunity_id: samples.opportunities[0].id, lines: [line] }),
    await make("/quotes", { opportunity_id: samples.opportunities[0].id, lines: [line] }),
  ];
  for (const [noun, records] of Object.entries(samples)) {
    const ids = records.map(({ id }) => id);
    if (!["products", "quotes"].includes(noun)) {
      await undone(noun, { ids, assignee_id: me });
      await undone(noun, { filter: { assignee_id: String(others) }, assignee_id: me });
    }
    await undone(noun, { ids, trash: true });
  }
  const stages: Data[] = await call("GET", "/pipeline-stages");
  const ids = samples.opportunities.map(({ id }) => id);
  await undone("opportunities", {
    ids,
    stage_id: stages.find(({ id }) => id !== about.stage_id).id,
  });
  await undone("opportunities", { filter: { stage_id: about.stage_id }, tags: { add: ["x"] } });
  await undone("tasks", { ids: samples.tasks!.map(({ id }) => id), status: "done" });
  await undone("products", { ids: samples.products.map(({ id }) => id), archive: true });
  await call("POST", "/quotes/bulk", { ids: samples.quotes.map(({ id }) => id), send: true });
  await call("POST", "/quotes/bulk", { ids: samples.quotes.map(({ id }) => id), send: true });
}

const event = () => ({
  title: fresh(),
  starts_at: "2026-12-01T10:00:00Z",
  ends_at: "2026-12-01T11:00:00Z",
  recurrence: { freq: "weekly", count: 5 },
});

export async function walkWork({ call, make, scene: { things } }: Caller): Promise<void> {
  const { sales, opportunities } = things;
  const [first, second] = [
    await make("/tasks", { title: fresh(), sale_id: Number(sales) }),
    await make("/tasks", { title: fresh(), opportunity_id: Number(opportunities) }),
  ];
  await call("PATCH", `/tasks/${first.id}`, { status: "doing", after_id: second.id });
  await call("PATCH", `/tasks/${second.id}`, { before_id: first.id });
  const cards = (await call("GET", "/opportunities?sort=-created_at&per_page=3")) as Data[];
  const [card, other] = cards.filter(({ status }) => status === "open");
  const stage_id = Number(things["pipeline-stages"]);
  await call("POST", `/opportunities/${other.id}/move`, { stage_id });
  await call("POST", `/opportunities/${card.id}/move`, { stage_id, after_id: other.id });
  await call("POST", `/opportunities/${card.id}/move`, { stage_id, before_id: other.id });
  await call("PATCH", `/pipeline-stages/${stage_id}`, { default_probability: 77 });

  const series = await make("/events", event());
  const { series_id } = series;
  const all: Data[] = await call("GET", "/events?from=2026-11-20&to=2027-02-01");
  const days = all.filter((one) => one.series_id === series_id);
  const third = `/events/${days[2]?.id ?? series.id}`;
  await call("PATCH", `${third}?scope=following`, { title: fresh() });
  await call("PATCH", `/events/${series.id}?scope=all`, {
    recurrence: { freq: "weekly", count: 8 },
  });
  await call("POST", "/events/bulk", { ids: [series.id], trash: true });
  await call("DELETE", `${third}?scope=following`);
  await call("POST", `${third.split("?")[0]}/restore?scope=following`);
  await make("/events", {
    ...event(),
    recurrence: undefined,
    invitation: Number(things.messages),
    contact_id: Number(things.conversations),
  }).catch(() => {});
}
