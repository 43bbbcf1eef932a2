/** Shared steps of the tests of due times: time passes by moving rows into the past. */
import { sql } from "kysely";
import { until } from "../../support/wait.ts";
import type { World } from "../../support/world.ts";
import { inTenant, readBack } from "../scene.ts";

/** Lets that many seconds pass for what a company has sent, and waits until all has acted. */
export async function pass(world: World, seconds: number, companyId = 1): Promise<void> {
  await shift(world, seconds, companyId);
  await acted(world, companyId);
}

export async function shift(world: World, seconds: number, companyId = 1): Promise<void> {
  const by = sql`${seconds} * interval '1 second'`;
  await inTenant(world, async (trx) => {
    await sql`update notifications set created_at = created_at - ${by},
      expires_at = expires_at - ${by} where company_id = ${companyId}`.execute(trx);
    await sql`update notification_recipients set snoozed_until = snoozed_until - ${by}
      where company_id = ${companyId}`.execute(trx);
    await sql`update due_times set at = at - ${by}, due_at = due_at - ${by}
      where company_id = ${companyId} and done_at is null`.execute(trx);
  }, companyId);
}

/** Takes up what is due, until nothing is. */
export async function acted(world: World, companyId = 1): Promise<void> {
  await until(async () => {
    await world.services.dueTimes.sweep();
    return await pending(world, companyId) === 0;
  }, { what: "all that is due to act" });
}

function pending(world: World, companyId: number): Promise<number> {
  return inTenant(world, async (trx) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from due_times
      where company_id = ${companyId} and due_at <= now()`.execute(trx);
    return rows[0]!.n;
  }, companyId);
}

/** A notification's due times, as `kind outcome reached`. */
export async function timesOf(world: World, id: string): Promise<string[]> {
  const { dueTimes } = await readBack(world, id);
  return dueTimes.map(({ kind, outcome, reached }: Record<string, unknown>) =>
    [kind, outcome, reached].filter((part) => part !== null).join(" ")
  );
}

/** A recipient as the sender reads it. */
// deno-lint-ignore no-explicit-any -- tests assert on the parts they know
export async function recipientOf(world: World, id: string, userId: string): Promise<any> {
  const { recipients } = await readBack(world, id);
  return recipients.find((one: { userId: string }) => one.userId === userId);
}

/** An e-mail account that is there, without its secret: mail for it stays in the outbox. */
export async function addMailbox(world: World, companyId = 1): Promise<void> {
  await inTenant(world, (trx) =>
    trx.insertInto("channel_accounts").values({
      company_id: companyId,
      created_by: null,
      updated_by: null,
      kind: "email",
      channel: "other",
      name: "Taller",
      address: "taller@primary.example",
      state: "paused",
      paused_by: "member",
      settings: JSON.stringify({
        imap: { host: "mail.primary.example", port: 993, security: "tls", user: "taller" },
        smtp: { host: "mail.primary.example", port: 465, security: "tls", user: "taller" },
      }),
    }).execute(), companyId);
}

/** Texts of the mails that wait in the outbox. */
export async function mailsOf(world: World, companyId = 1) {
  const rows = await inTenant(
    world,
    (trx) => trx.selectFrom("outbox").select(["payload", "notification_id"]).execute(),
    companyId,
  );
  return rows.map(({ payload, notification_id }) => ({
    notificationId: notification_id,
    to: (payload as { to: { email: string } }).to.email,
    text: payload.text as string,
  }));
}
