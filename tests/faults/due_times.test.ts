/** Two instances and kills: each due time acts once, and no mail goes after an answer. */
import assert from "node:assert/strict";
import { until } from "../support/wait.ts";
import type { App } from "../support/process.ts";
import { newRandom } from "./support/random.ts";
import { askUntilTaken, each, tryToAsk } from "./support/client.ts";
import { long, proof } from "./support/proof.ts";
import { openStage, type Sql, testOn } from "./support/stage.ts";

const kills = long ? 100 : 4;
const perRound = long ? 20 : 12;

const asks = {
  title: "¿Abrimos?",
  body: "Es festivo.",
  actions: [{ id: "yes", label: "Sí" }],
  userIds: ["ana", "bruno"],
  answers: "first",
  remind: { every: 60, times: 3 },
  escalate: { after: 60, userIds: ["carla"] },
  fallback: { after: 60, email: "ana@taller.example" },
};

testOn(["postgres"], "each due time acts once, whatever is killed between", async (kind) => {
  const random = newRandom();
  await using stage = await openStage(kind);
  await stage.sql(addMailbox);
  const apps: App[] = [await stage.start({ name: "one" }), await stage.start({ name: "two" })];
  const names = ["one", "two"];
  let requests = 0;
  const count = async (where: string) => {
    const [row] = await stage.sql((sql) =>
      sql<{ n: number }>(`select count(*)::int as n from due_times where ${where}`)
    );
    return row!.n;
  };
  try {
    for (let kill = 1; kill <= kills; kill++) {
      const ids = await Promise.all(Array.from({ length: perRound }, async () => {
        const sent = await askUntilTaken(apps[0]!.url, "POST", "/api/notify", {
          as: stage.key,
          json: asks,
        });
        assert.equal(sent.status, 202, JSON.stringify(sent.body));
        return sent.body.data.notificationId as string;
      }));
      requests += ids.length;
      await stage.sql((sql) =>
        sql("update due_times set at = now(), due_at = now() where done_at is null")
      );
      const victim = random.between(0, 1);
      const answered = each(new Set(ids), 4, async (id) => {
        if (random.happens(0.4)) return;
        await Promise.all(
          ["ana", "bruno"].map((user, at) =>
            tryToAsk(apps[at]!.url, "POST", `/api/phone/notifications/${id}/response`, {
              as: stage.phones.get(user)!,
              json: { actionId: "yes" },
            })
          ),
        );
      });
      apps[victim]!.kill();
      await answered;
      await apps[victim]!.exited;
      apps[victim] = await stage.start({ name: names[victim]!, port: apps[victim]!.port });
    }
    await stage.sql((sql) =>
      sql("update due_times set leased_until = now() - interval '1 second' where lease is not null")
    );
    // A reminder plans the next one. Each start takes up what the statement has made due.
    for (let queue = 1, pending = 1; pending > 0; queue++) {
      assert.ok(queue < 10, `${pending} due times have not acted`);
      await apps[0]!.stop();
      await stage.sql((sql) => sql("update due_times set due_at = now() where due_at > now()"));
      apps[0] = await stage.start({ name: names[0]!, port: apps[0]!.port });
      await until(async () => await count("due_at <= now()") === 0, { what: "what is due to act" });
      pending = await count("done_at is null");
    }
    for (const app of apps) {
      app.kill();
      await app.exited;
    }
    for (const [what, query] of Object.entries(wrongs)) {
      assert.deepEqual(await stage.sql((sql) => sql(query)), [], what);
    }
    const [{ mails, acted }] = await stage.sql((sql) =>
      sql<{ mails: number; acted: number }>(`select (select count(*)::int from outbox) as mails,
        (select count(*)::int from due_times where outcome = 'acted') as acted`)
    ) as [{ mails: number; acted: number }];
    proof(
      `${kills} kills of two instances, ${requests} questions: ${acted} due times acted, ${mails} mails`,
    );
  } catch (error) {
    throw new Error(`with SEED=${random.seed}: ${(error as Error).message}`, { cause: error });
  }
});

async function addMailbox(sql: Sql): Promise<void> {
  const server = { host: "mail.taller.example", port: 993, security: "tls", user: "taller" };
  await sql(
    `insert into channel_accounts (company_id, kind, channel, name, address, state, paused_by,
       settings)
     values (1, 'email', 'other', 'Taller', 'taller@taller.example', 'paused', 'member', $1)`,
    [JSON.stringify({ imap: server, smtp: { ...server, port: 465 } })],
  );
}

/** States that must not be. */
const wrongs: Record<string, string> = {
  "a reminder that was counted twice or never": `
    select n.id from notifications n
    where (select coalesce(sum(reached), 0) from due_times t
             where t.notification_id = n.id and t.kind = 'remind')
      <> (select sum(reminded) from notification_recipients r where r.notification_id = n.id)`,
  "others that were told without need, or not": `
    select t.id from due_times t where t.kind = 'escalate' and (t.outcome = 'acted') <> exists (
      select from notification_recipients r
      where r.notification_id = t.notification_id and r.escalated_at is not null)`,
  "a mail too many or too few": `
    select t.id from due_times t where t.kind = 'fallback' and
      (select count(*) from outbox o where o.notification_id = t.notification_id)
        <> case t.outcome when 'acted' then 1 else 0 end`,
  "a link without its mail": `
    select l.id from answer_links l
    where not exists (select from outbox o where o.notification_id = l.notification_id)`,
  "a mail after the answer": `
    select t.id from due_times t join responses a on a.notification_id = t.notification_id
    where t.kind in ('fallback', 'escalate') and t.outcome = 'acted'
      and a.responded_at < t.done_at - interval '100 milliseconds'
      and a.txid < (select max(r.changed_txid) from notification_recipients r
        where r.notification_id = t.notification_id and r.escalated_at is not null)`,
  "two answers where the first counts": `
    select notification_id from responses group by 1 having count(*) > 1`,
  "somebody whom the first answer left waiting": `
    select r.user_id from notification_recipients r
    where r.answered_at is null and r.answered_by is null and exists (
      select from responses a where a.notification_id = r.notification_id)`,
};
