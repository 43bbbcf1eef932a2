import { sql } from "kysely";
import * as z from "zod";
import type { Device } from "@/lib/access/devices.ts";
import type { BareTrx, Db, Trx } from "@/lib/db/connection.ts";
import { timezone } from "@/lib/input/fields.ts";
import { nameText } from "@/lib/input/input.ts";
import { message } from "@/lib/input/messages.ts";
import { announceDue } from "@/lib/notify/sending/due_times.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { type Quiet, quietUntil } from "@/lib/values/quiet_hours.ts";

/** A person's quiet hours and muted senders, for all of their phones of a company. */

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: message("clock") });
const mostMuted = 100;

const quiet = z.strictObject({
  days: z.array(z.int().min(1).max(7)).min(1).max(7).meta({
    description: "Weekdays on which the hours begin: 1 is Monday.",
  }),
  from: clock.meta({ description: "Time of day at which the hours begin, such as 22:00." }),
  to: clock.meta({
    description: "Time of day at which they end, on the next day where not after `from`.",
  }),
  timezone: timezone.meta({
    description: "IANA time zone of these hours, such as `Europe/Madrid`.",
  }),
  highPasses: z.boolean().meta({
    description: "Whether notifications of high priority are pushed all the same.",
  }),
}).meta({ id: "QuietHours" });

export const attentionRecord = z.strictObject({
  quiet: quiet.nullable().meta({ description: "Quiet hours, in which no push reaches the phone." }),
  muted: z.array(nameText({ max: 120 })).max(mostMuted).meta({
    description: "Names of senders whose notifications are never pushed.",
  }),
}).meta({ id: "Attention" });

type AttentionBody = z.output<typeof attentionRecord>;

interface Person {
  companyId: number;
  userId: string;
  isMember: boolean;
}

export function personOf({ companyId, userId, memberId }: Device): Person {
  return { companyId, userId, isMember: memberId !== null };
}

export async function readAttention(
  db: Db,
  { companyId, userId, isMember }: Person,
): Promise<{ quiet: Quiet | null; muted: string[] }> {
  const row = await db.selectFrom("attention").select(["quiet", "muted"])
    .where("company_id", "=", companyId).where("user_id", "=", userId)
    .where("is_member", "=", isMember).executeTakeFirst();
  return row ?? { quiet: null, muted: [] };
}

/** Makes changes of quiet hours, and pushes that they hold, wait for one another. */
export async function lockAttention(
  trx: BareTrx,
  people: Pick<Person, "companyId" | "userId">[],
): Promise<void> {
  if (people.length === 0) return;
  const names = people.map(({ companyId, userId }) => `attention ${companyId} ${userId}`);
  await sql`
    select pg_advisory_xact_lock(name)
    from (select distinct hashtextextended(n, 0) as name from unnest(${names}::text[]) n
          order by 1) in_order`.execute(trx);
}

/** Stores quiet hours and muted senders; pushes on hold follow the new hours. */
export async function writeAttention(trx: Trx, person: Person, input: AttentionBody) {
  const { companyId, userId, isMember } = person;
  await lockAttention(trx, [person]);
  const body = distinct(input);
  const columns = {
    quiet: body.quiet && JSON.stringify(body.quiet),
    muted: JSON.stringify(body.muted),
    changed_at: currentTime(),
  };
  await trx.insertInto("attention")
    .values({ company_id: companyId, user_id: userId, is_member: isMember, ...columns })
    .onConflict((on) => on.columns(["company_id", "user_id", "is_member"]).doUpdateSet(columns))
    .execute();
  const now = currentTime();
  const at = (body.quiet && quietUntil(body.quiet, now)) ?? now;
  const moved = await trx.updateTable("due_times").set({ at, due_at: at })
    .where("company_id", "=", companyId).where("user_id", "=", userId)
    .where("is_member", "=", isMember).where("kind", "=", sql.lit("summary"))
    .returning("id").executeTakeFirst();
  if (moved) announceDue(trx, person, moved.id, at);
  return body;
}

function distinct({ quiet, muted }: AttentionBody): AttentionBody {
  const days = [...new Set(quiet?.days)].sort();
  return { quiet: quiet && { ...quiet, days }, muted: [...new Set(muted)] };
}
