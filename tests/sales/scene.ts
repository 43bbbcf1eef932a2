/** Records that the tests of the catalog, quotations and sales start from. */
import { type Api, apiOf, expectData, inDatabase } from "../crm/scene.ts";
import { addDays, dayIn } from "@/lib/values/dates.ts";
import { people, type World } from "../support/world.ts";

export { type Api, expectData, expectFailure, inDatabase } from "../crm/scene.ts";

let count = 0;

/** An open opportunity of a new client. */
export async function openOpportunity(api: Api, values: Record<string, unknown> = {}) {
  const client = await expectData(api("POST", "/clients", { name: `Client ${++count}` }), 201);
  return await expectData(
    api("POST", "/opportunities", { title: "Reforma", client_id: client.id, ...values }),
    201,
  );
}

/** A line of 100.00 at 21 %. */
export const plainLine = { name: "Montaje", quantity: 2, unit_price: 50, tax_rate: 21 };

/** A draft with one line, for a new opportunity unless one is given. */
export async function draftQuote(api: Api, values: Record<string, unknown> = {}) {
  const opportunity_id = values.opportunity_id ?? (await openOpportunity(api)).id;
  const body = { lines: [plainLine], ...values, opportunity_id };
  return await expectData(api("POST", "/quotes", body), 201);
}

const paths: Record<string, string[]> = {
  draft: [],
  sent: ["send"],
  approved: ["send", "approve"],
  sold: ["send", "approve", "confirm-sale"],
  rejected: ["send", "reject"],
};

/** A quotation brought to the status by the API's own verbs. */
export async function quoteThatIs(status: string, api: Api, values: Record<string, unknown> = {}) {
  const { id } = await draftQuote(api, values);
  for (const verb of paths[status]!) {
    await expectData(api("POST", `/quotes/${id}/${verb}`), verb === "confirm-sale" ? 201 : 200);
  }
  return await expectData(api("GET", `/quotes/${id}`));
}

/** Ana's calls in company 1, and Eva's in company 2. */
export function apis(world: World) {
  return { ana: apiOf(world, people.ana), eva: apiOf(world, people.eva) };
}

/** Moves a quotation's last day into the past, as time would; yesterday unless told. */
export async function lapse(
  world: World,
  companyId: number,
  quoteId: number,
  valid_until = addDays(dayIn("Europe/Madrid", new Date()), -1),
) {
  await inDatabase(
    world,
    companyId,
    (trx) =>
      trx.updateTable("quotes").set({ valid_until })
        .where("company_id", "=", companyId).where("id", "=", quoteId).execute(),
  );
}

/** A record's activities, in order. */
export async function verbsOf(
  world: World,
  subject: "quote_id" | "sale_id" | "opportunity_id" | "contact_id" | "product_id" | "task_id",
  id: number,
): Promise<string[]> {
  const rows = await inDatabase(
    world,
    1,
    (trx) =>
      trx.selectFrom("activities").select("verb").where("company_id", "=", 1)
        .where(subject, "=", id).orderBy("id").execute(),
  );
  return rows.map(({ verb }) => verb);
}
