/** Records that the tests of the pipeline, the tasks and the calendar start from. */
import assert from "node:assert/strict";
import type { Trx } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import type { Answer, World } from "../support/world.ts";

/** API calls of one person; paths are below /api/admin. */
export type Api = (method: string, path: string, json?: unknown) => Promise<Answer>;

/** Calls the admin API as the person, in the given company if they have several. */
export function apiOf(world: World, member: string, companyId?: number): Api {
  return (method, path, json) => {
    const mark = path.includes("?") ? "&" : "?";
    const query = companyId ? `${mark}company_id=${companyId}` : "";
    return world.call(method, `/api/admin${path}${query}`, { member, json });
  };
}

/** Expects the status and returns the answer's `data`. */
export async function expectData(answer: Promise<Answer>, status = 200) {
  const { status: got, body } = await answer;
  assert.equal(got, status, JSON.stringify(body));
  return body.data;
}

/** Expects a failure with the status and code, and returns it. */
export async function expectFailure(answer: Promise<Answer>, status: number, code: string) {
  const { status: got, body } = await answer;
  assert.deepEqual([got, body.code], [status, code], JSON.stringify(body));
  return body;
}

/** Accepts every invitation of the person. */
export async function acceptAll(world: World, member: string): Promise<void> {
  const own = apiOf(world, member);
  for (const { id } of (await expectData(own("GET", "/me"))).invitations) {
    await expectData(own("POST", `/me/invitations/${id}/accept`));
  }
}

export function inDatabase<T>(world: World, companyId: number, work: (trx: Trx) => Promise<T>) {
  const { database, announce } = world.services;
  return inCompany(database.db, companyId, work, announce);
}

export async function addClient(world: World, companyId: number, name: string): Promise<number> {
  return await inDatabase(world, companyId, async (trx) => {
    const { id } = await trx.insertInto("clients").values({ company_id: companyId, name })
      .returning("id").executeTakeFirstOrThrow();
    return id;
  });
}

/** A quotation of the opportunity, and a sale of it if asked. */
export async function addQuote(
  world: World,
  companyId: number,
  { opportunityId, clientId, net, number, sold = false }: {
    opportunityId: number;
    clientId: number;
    net: number;
    number: string;
    sold?: boolean;
  },
): Promise<{ quoteId: number; saleId?: number }> {
  const links = { company_id: companyId, opportunity_id: opportunityId, client_id: clientId };
  const totals = { currency: "EUR", net_total: net, tax_total: 0, gross_total: net };
  return await inDatabase(world, companyId, async (trx) => {
    const { id: quoteId } = await trx.insertInto("quotes").values({
      ...links,
      ...totals,
      number,
      language: "es",
      issue_date: "2026-01-10",
      valid_until: "2026-02-10",
    }).returning("id").executeTakeFirstOrThrow();
    if (!sold) return { quoteId };
    const { id: saleId } = await trx.insertInto("sales")
      .values({
        ...links,
        ...totals,
        number: `S-${number}`,
        quote_id: quoteId,
        sold_at: new Date(),
      })
      .returning("id").executeTakeFirstOrThrow();
    return { quoteId, saleId };
  });
}
