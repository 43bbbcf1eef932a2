/** A firm with work on every list, board and calendar, as a phone shows it. */
import { acceptAll, apiOf, expectData } from "../../crm/scene.ts";
import { makeScene } from "../../isolation/things.ts";
import { people, type World } from "../../support/world.ts";

const hourMs = 3_600_000;
const late = new Date(Date.now() - 30 * hourMs).toISOString();
const soon = new Date(Date.now() + hourMs).toISOString();

/** @returns the path of a quotation of which lines can be changed */
export async function fillForPhone(world: World): Promise<string> {
  const { side } = await makeScene(world);
  const api = apiOf(world, side.member, side.companyId);
  await acceptAll(world, people.ana);
  const make = (path: string, json: object) => expectData(api("POST", path, json), 201);
  const { id: me } = await expectData(apiOf(world, people.ana)("GET", "/me"));
  await make("/events", {
    title: "Medir la cocina",
    type: "meeting",
    starts_at: soon,
    ends_at: new Date(Date.parse(soon) + hourMs).toISOString(),
    assignee_id: me,
  });
  for (const title of ["Pedir la encimera", "Llamar al taller"]) {
    await make("/tasks", { title, due_at: late, assignee_id: me });
  }
  await make("/tasks", { title: "Revisar el plano", due_at: soon, assignee_id: me });
  for (const name of ["Pilar", "Teo"]) {
    await make("/contacts", { name, message: "Hola", assignee_id: me, next_action_at: late });
  }
  const client = await make("/clients", { name: "Reformas Peñalver" });
  const opportunity = await make("/opportunities", {
    title: "Cocina de roble",
    client_id: client.id,
    amount: 4200,
    next_action_at: late,
    assignee_id: me,
  });
  await make("/opportunities", { title: "Armario", client_id: client.id, amount: 900 });
  const lines = ["Encimera", "Isla", "Montaje"].map((name) => (
    { name, quantity: 2, unit_price: 980, tax_rate: 21 }
  ));
  await make("/products", { name: "Encimera", unit_price: 300, tax_rate: 21 });
  const gone = await make("/clients", { name: "Carpintería del polígono" });
  await expectData(api("DELETE", `/clients/${gone.id}`));
  const title = "Cocina, segunda propuesta";
  const quote = await make("/quotes", { opportunity_id: opportunity.id, title, lines });
  return `/panel/quotes/${quote.id}`;
}
