import { sql } from "kysely";
import { inDatabase } from "../../crm/scene.ts";
import type { World } from "../../support/world.ts";

/** Gives records instants of the last year and a half, the same ones for the same seed. */
export async function spread(world: World, companyId: number, seed: number): Promise<void> {
  const earlier = (id: string, salt: number, days = 500) =>
    sql`now() - make_interval(mins => ((${sql.ref(id)} * 7919 + ${seed}::int * 104729 + ${
      sql.lit(salt)
    }) % ${sql.lit(days * 1440)})::int)`;
  await inDatabase(world, companyId, async (trx) => {
    await sql`update opportunities set created_at = ${earlier("id", 1)},
      last_activity_at = ${earlier("id", 2, 60)},
      won_at = case when won_at is not null then ${earlier("id", 3)} end,
      lost_at = case when lost_at is not null then ${earlier("id", 4)} end`.execute(trx);
    await sql`update opportunity_stage_log set entered_at = ${earlier("id", 5, 90)}`.execute(trx);
    await sql`update opportunity_stage_log set left_at = entered_at + make_interval(mins =>
      (id * 6151 + ${seed}::int * 31) % 50000) where left_at is not null`.execute(trx);
    await sql`update tasks set created_at = ${earlier("id", 7)},
      done_at = case when done_at is not null then ${earlier("id", 8)} end`.execute(trx);
    await sql`update contacts set last_message_at = ${earlier("id", 9, 4)}`.execute(trx);
    await sql`update quotes set valid_until = current_date + (id * 7 + ${seed}::int) % 20 - 8
      where status = 'sent'`.execute(trx);
    await sql`update sales set sold_at = ${earlier("id", 6)}`.execute(trx);
  });
}
