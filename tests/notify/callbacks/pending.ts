/** Callbacks that are due, and pools that send them without HTTP. */
import { v7 as uuidv7 } from "uuid";
import { createLog } from "@/lib/tools/log.ts";
import { CallbackPool, type PoolOptions } from "@/lib/notify/callbacks/callback_pool.ts";
import type { PostResult } from "@/lib/outbound/outbound.ts";
import type { World } from "../../support/world.ts";
import { inTenant } from "../scene.ts";

export const ok: PostResult = { outcome: "status", status: 200, answer: "", durationMs: 1 };
export const broken: PostResult = { outcome: "connect", durationMs: 1 };

/** Puts callbacks that are due into the database, without the HTTP that would make them. */
export async function owe(
  world: World,
  host: string,
  count: number,
  company_id = 1,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  const notification = uuidv7();
  const now = new Date();
  await inTenant(world, async (trx) => {
    const { id: key_id } = await trx.selectFrom("api_keys").select("id").executeTakeFirstOrThrow();
    await trx.insertInto("notifications").values({
      id: notification,
      company_id,
      key_id,
      title: "t",
      body: "b",
      type: "info" as const,
      priority: "normal" as const,
      actions: "[]",
      created_at: now,
    }).execute();
    const rows = ids.map((id) => ({ company_id, notification_id: notification, user_id: id }));
    await trx.insertInto("notification_recipients").values(rows).execute();
    await trx.insertInto("responses")
      .values(rows.map((row) => ({ ...row, id: row.user_id, reply: "Sí", responded_at: now })))
      .execute();
    await trx.insertInto("callbacks").values(ids.map((response_id) => ({
      response_id,
      company_id,
      key_id,
      host,
      url: `https://${host}/`,
      body: "{}",
      due_at: new Date(now.getTime() - 1_000),
    }))).execute();
  }, company_id);
  return ids;
}

/** A separate pool on the world's database that counts instead of sending. */
export function poolFor(world: World, options: Partial<PoolOptions> & Pick<PoolOptions, "send">) {
  const log = createLog("error", () => {});
  return new CallbackPool({
    db: world.services.database.db,
    log,
    remind: () => Promise.resolve(),
    ...options,
  });
}

export function countIn(world: World, status: string): Promise<number> {
  return inTenant(world, async (trx) => {
    const { count } = await trx.selectFrom("callbacks")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("status", "=", status as "pending").executeTakeFirstOrThrow();
    return count;
  });
}
