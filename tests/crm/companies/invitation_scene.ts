/** Scene of the tests of invitations. */
import assert from "node:assert/strict";
import { people, type World } from "../../support/world.ts";
import { apiOf, expectData, inDatabase } from "../scene.ts";

/** Eva belongs to the second company, and Ana, of the first, is no colleague of hers. */
export const someone = { email: people.eva, role: "montaje" };

/** What the person is told, which is as much as is counted. */
export async function invitationsOf(world: World, email: string) {
  const { invitations } = await expectData(apiOf(world, email)("GET", "/me"));
  const { waiting_invitations } = await world.services.database.db.selectFrom("users")
    .select("waiting_invitations").where("email", "=", email).executeTakeFirstOrThrow();
  assert.equal(waiting_invitations, invitations.length);
  return invitations;
}

/** Moves what was answered into the past. */
export async function passDays(world: World, companyId: number, days: number): Promise<void> {
  await inDatabase(world, companyId, (trx) =>
    trx.updateTable("invitations")
      .set({ answered_at: new Date(Date.now() - days * 86_400_000) })
      .where("company_id", "=", companyId).where("answered_at", "is not", null).execute());
}
