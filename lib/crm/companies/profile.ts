import { findInvitations } from "@/lib/access/invitations.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { type MePatch, mutedAfter, switchesOf } from "@/lib/crm/companies/me.ts";

/** Runs as the connecting role. */
export async function findMe(trx: Trx, userId: number) {
  const { muted, ...user } = await trx.selectFrom("users")
    .select(["id", "email", "name", "language", "theme", "muted"])
    .where("id", "=", userId).executeTakeFirstOrThrow();
  const companies = await trx.selectFrom("user_companies as m")
    .innerJoin("companies as c", "c.id", "m.company_id")
    .select(["c.id", "c.name", "c.slug", "c.color", "c.logo", "m.role"])
    .where("m.user_id", "=", userId).where("m.disabled_at", "is", null)
    .orderBy("c.id").execute();
  const invitations = await findInvitations(trx, userId);
  return { ...user, notify: switchesOf(muted), companies, invitations };
}

/** Runs as the connecting role. */
export async function changeMe(trx: Trx, userId: number, patch: MePatch) {
  const { notify = {}, ...values } = patch;
  const { muted } = await trx.selectFrom("users").select("muted")
    .where("id", "=", userId).forUpdate().executeTakeFirstOrThrow();
  await trx.updateTable("users").set({ ...values, muted: mutedAfter(muted, notify) })
    .where("id", "=", userId).execute();
  return await findMe(trx, userId);
}
