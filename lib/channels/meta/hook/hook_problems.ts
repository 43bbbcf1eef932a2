import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { HookEvent } from "@/lib/channels/meta/hook/split.ts";
import type { BareTrx } from "@/lib/db/connection.ts";

/** What signed hooks brought and nobody could be given. */

interface App {
  companyId: number;
  appId: number;
}

/** How many events of an id and day are kept. */
export const mostKept = 1_000;

/** Each id has one problem a day, however many events name it. */
export async function storeUnrouted(
  trx: BareTrx,
  app: App,
  events: readonly HookEvent[],
): Promise<void> {
  const groups = Map.groupBy(
    events,
    ({ route: { object, id, businessId } }) =>
      JSON.stringify([object, (id ?? businessId)?.slice(0, 100) ?? ""]),
  );
  for (const [name, group] of groups) {
    const [object, externalId] = JSON.parse(name) as [string, string];
    const { rows: [problem] } = await sql<{ id: number; count: number }>`
      insert into meta_problems (company_id, app_id, kind, object, external_id, count)
      values (${app.companyId}, ${app.appId}, 'unknown_account', ${object}, ${externalId},
        ${group.length})
      on conflict (company_id, app_id, object, external_id, day) where kind = 'unknown_account'
      do update set count = meta_problems.count + excluded.count, last_at = now()
      returning id, count`.execute(trx);
    const { id, count } = problem!;
    const room = Math.max(0, mostKept - (count - group.length));
    await keepEvents(
      trx,
      app,
      id,
      group.slice(0, room).map(({ key, route, part }) => ({
        key,
        body: new TextEncoder().encode(JSON.stringify({ route, part })),
      })),
    );
  }
}

export async function storeNoHook(
  trx: BareTrx,
  app: App,
  kind: "no_hook" | "unreadable",
  body: Uint8Array,
): Promise<void> {
  const { id } = await trx.insertInto("meta_problems").values({
    company_id: app.companyId,
    app_id: app.appId,
    kind,
  }).returning("id").executeTakeFirstOrThrow();
  const key = createHash("sha256").update(body).digest("hex");
  await keepEvents(trx, app, id, [{ key, body }]);
}

async function keepEvents(
  trx: BareTrx,
  { companyId }: App,
  problemId: number,
  events: readonly { key: string; body: Uint8Array }[],
): Promise<void> {
  if (events.length === 0) return;
  await trx.insertInto("meta_problem_events").values(
    events.map((event) => ({ company_id: companyId, problem_id: problemId, ...event })),
  ).onConflict((on) => on.columns(["company_id", "problem_id", "key"]).doNothing()).execute();
}
