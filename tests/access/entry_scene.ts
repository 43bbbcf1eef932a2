/** What the tests of entry links share: a world whose own gateway signs people in. */
import assert from "node:assert/strict";
import { apiOf, expectData, inDatabase } from "../crm/scene.ts";
import { type Answer, audience, type Call, type World } from "../support/world.ts";

export const gatewaySecret = "x".repeat(31) + "y";
export const withGateway = { env: { GATEWAY_SECRET: gatewaySecret } };

/** What the gateway asks. */
export function asksOf(world: World) {
  const ask = (path: string, json: unknown) =>
    world.call("POST", `/api/gateway/${path}`, { key: gatewaySecret, json });
  return {
    mayEnter: async (email: string, company_id?: number): Promise<boolean> =>
      (await expectData(ask("may-enter", { email, company_id }))).may_enter,
    look: (token: string) => ask("redeem", { token, use: false }),
    use: (token: string) => ask("redeem", { token, use: true }),
  };
}

/** A new colleague of Ana's, and the token of a link for them. */
export async function hire(world: World, email: string, { by = "ana@primary.example" } = {}) {
  const api = apiOf(world, by);
  const { user_id } = await expectData(api("POST", "/employees", { email, role: "taller" }), 201);
  return { userId: user_id as number, token: await linkFor(world, user_id, { by }) };
}

export async function linkFor(
  world: World,
  userId: number,
  { by = "ana@primary.example" } = {},
): Promise<string> {
  const link = await expectData(apiOf(world, by)("POST", `/employees/${userId}/link`), 201);
  const [, token] = new RegExp(`^${world.services.config.publicUrl}/enter/([\\w-]{43})$`)
    .exec(link.url) ?? [];
  assert.ok(token, link.url);
  return token;
}

/** Calls of somebody whose credential a link of the company made. */
export async function boundCall(
  world: World,
  email: string,
  company: unknown,
): Promise<(method: string, path: string, options?: Call) => Promise<Answer>> {
  const claims = { email, aud: audience, relevo_company: company } as Record<string, unknown>;
  const token = await world.keyServer.sign(claims);
  return (method, path, options = {}) =>
    world.call(method, path, { ...options, headers: { "Cf-Access-Jwt-Assertion": token } });
}

/** Moves every link of the company that far into the past. */
export async function passTime(world: World, companyId: number, ms: number): Promise<void> {
  await inDatabase(world, companyId, async (trx) => {
    const rows = await trx.selectFrom("entry_links").selectAll()
      .where("company_id", "=", companyId).execute();
    await trx.deleteFrom("entry_links").where("company_id", "=", companyId).execute();
    if (rows.length === 0) return;
    const values = rows.map(({ id: _, ...row }) => ({
      ...row,
      created_at: new Date(row.created_at.getTime() - ms),
      expires_at: new Date(row.expires_at.getTime() - ms),
    }));
    await trx.insertInto("entry_links").values(values).execute();
  });
}
