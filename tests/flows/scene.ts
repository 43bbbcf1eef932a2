/** The steps of the way from a message to its delivery, each over HTTP as the people take them. */
import { type Api, expectData } from "../crm/scene.ts";
import type { World } from "../support/world.ts";

/** What the products of the flow cost together: 2 × 100 and 1 × 50 less 10 %, at 21 %. */
export const offer = { net: 245, tax: 51.45, gross: 296.45 };

/** Puts two products into the catalog. */
async function addProducts(api: Api) {
  const add = (json: object) => expectData(api("POST", "/products", json), 201);
  return [
    await add({ name: "Rótulo luminoso", unit_price: 100, tax_rate: 21, lead_time_days: 7 }),
    await add({ name: "Montaje", unit_price: 50, tax_rate: 21 }),
  ];
}

/** A stranger writes by the form of a site. */
export async function write(world: World, form: Record<string, unknown> = {}): Promise<void> {
  const json = {
    name: "Marta Gil",
    email: "marta@flores.example",
    subject: "Rótulo para la floristería",
    message: "¿Cuánto cuesta un rótulo?",
    ...form,
  };
  await expectData(world.call("POST", "/api/contact", { json }), 201);
}

/** Converts the newest contact into client, opportunity and a draft with both products. */
export async function convertNewest(api: Api) {
  const [contact] = await expectData(api("GET", "/contacts"));
  const [sign, work] = await addProducts(api);
  const products = [
    { product_id: sign.id, quantity: 2 },
    { product_id: work.id, discount_percent: 10 },
  ];
  return await expectData(api("POST", `/contacts/${contact.id}/convert`, { products }), 201);
}

/** Sends the quotation and returns the token of its link. */
export async function sendAndShare(api: Api, quoteId: number): Promise<string> {
  await expectData(api("POST", `/quotes/${quoteId}/send`));
  return (await expectData(api("POST", `/quotes/${quoteId}/share`), 201)).token;
}

/** What happened to a record, in the order that it did. */
export async function storyOf(api: Api, subject: string, id: number): Promise<string[]> {
  const activities = await expectData(api("GET", `/activities?${subject}_id=${id}`));
  return activities.map(({ verb }: { verb: string }) => verb).reverse();
}

/** The kinds and ids that a search finds. */
export async function searchIds(api: Api, q: string): Promise<Record<string, number[]>> {
  const { groups } = await expectData(api("GET", `/search?q=${encodeURIComponent(q)}`));
  type Group = { kind: string; hits: { id: number }[] };
  return Object.fromEntries(
    groups.map(({ kind, hits }: Group) => [kind, hits.map(({ id }) => id)]),
  );
}
