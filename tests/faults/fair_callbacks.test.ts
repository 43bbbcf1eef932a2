import assert from "node:assert/strict";
import { authorityFile, certificateFor } from "../support/certificates.ts";
import { misbehaviour, startRawReceiver } from "../support/raw_receiver.ts";
import { startReceiver } from "../support/receiver.ts";
import { patienceMs, until } from "../support/wait.ts";
import { heldUpMs, leastOf } from "./support/measure.ts";
import { proof } from "./support/proof.ts";
import { answer, answerAll, sendToAll } from "./support/scenes.ts";
import { populate } from "./support/populated.ts";
import { openStage, type Stage, testOn } from "./support/stage.ts";

const users = Array.from({ length: 10 }, (_, n) => `user ${n}`);
const failing = 30;
const hosts = 1_150;

testOn(["postgres"], "one company's receivers hold up no other company", async (kind) => {
  const authorities = await authorityFile();
  await using stage = await openStage(kind, {
    users,
    env: { NODE_EXTRA_CA_CERTS: authorities },
    hasBareRows: true,
  });
  const other = {
    ...stage,
    ...await populate({ url: stage.databaseUrl! }, ["eva"], 2),
  };
  await using shared = startReceiver({
    tls: certificateFor(),
    handler: ({ url }) => new Response(null, { status: url.pathname === "/failing" ? 500 : 200 }),
  });
  await using hanging = startRawReceiver(misbehaviour.neverAnswers, { hostname: "0.0.0.0" });
  const callbackUrl = `https://localhost:${shared.port}/other`;
  const measure = (base: string) => slowestOf(other, base, callbackUrl, shared);
  const measureBeside = (base: string) => leastOf(() => measure(base), quiet + heldUpMs);
  let app = await stage.start();
  const quiet = await measure(app.url);

  // The same host name: the company's endpoint there fails until it is paused.
  for (let n = 0; n < failing / users.length; n++) {
    const url = `https://localhost:${shared.port}/failing`;
    await answerAll(stage, app.url, [await sendToAll(stage, app.url, { callbackUrl: url })]);
  }
  const tried = () => shared.requests.filter(({ url }) => url.pathname === "/failing").length;
  await until(() => tried() >= 10, { what: "the pause of the failing endpoint" });
  const besideFailing = await measureBeside(app.url);
  assert.ok(tried() < failing, `${tried()} of ${failing} were tried: there is no pause`);
  assert.ok(besideFailing < quiet + heldUpMs, `${besideFailing} ms, ${quiet} ms alone`);

  // More hosts that hang than there are places.
  app.kill();
  await app.exited;
  await oweToHosts(stage, hanging.port);
  app = await stage.start();
  await hanging.connected(200, patienceMs);
  const besideHanging = await measureBeside(app.url);
  assert.ok(besideHanging < quiet + heldUpMs, `${besideHanging} ms, ${quiet} ms alone`);
  assert.ok(hanging.connections < hosts, "there were places for all: nothing was shown");
  proof(
    `the slowest of another company's callbacks took ${quiet} ms alone, ${besideFailing} ms ` +
      `beside a failing endpoint on its host, ${besideHanging} ms beside ${hosts} hanging hosts`,
  );
  app.kill();
  await Deno.remove(authorities);
});

/** Eva answers ten questions, one after the other: how long after each its callback came, in ms. */
async function slowestOf(
  company: Stage,
  base: string,
  callbackUrl: string,
  receiver: ReturnType<typeof startReceiver>,
): Promise<number> {
  let slowest = 0;
  for (let n = 0; n < 10; n++) {
    const id = await sendToAll(company, base, { callbackUrl });
    await answer(company, base, id, "eva");
    const answeredAt = Date.now();
    const isIt = (json: unknown) => (json as { notificationId: string }).notificationId === id;
    const { at } = await receiver.until((request) => isIt(request.json()), patienceMs);
    slowest = Math.max(slowest, at - answeredAt);
  }
  return slowest;
}

/** A callback due to each of so many hosts, all of which are this machine. */
async function oweToHosts(stage: Stage, port: number): Promise<void> {
  await stage.sql(async (sql) => {
    await sql("begin");
    await sql("select relevo_enter(1)");
    await sql(
      `with asked as (
        insert into notifications
          (id, company_id, key_id, title, body, type, priority, actions, created_at)
        select gen_random_uuid(), 1, min(id), 't', 'b', 'info', 'normal', '[]', now()
        from api_keys where company_id = 1
        returning id, key_id
      ), recipients as (
        insert into notification_recipients (company_id, notification_id, user_id)
        select 1, id, n::text from asked, generate_series(1, $1::int) n
        returning notification_id, user_id
      ), answered as (
        insert into responses (id, company_id, notification_id, user_id, reply, responded_at)
        select gen_random_uuid(), 1, notification_id, user_id, 'Sí', now() from recipients
        returning id, user_id::int as n
      )
      insert into callbacks (response_id, company_id, key_id, host, url, body, due_at)
      select a.id, 1, key_id, h.host, 'http://' || h.host || '/', '{}', now()
      from answered a, asked,
        lateral (select format('127.0.%s.%s:%s', n / 250, 1 + n % 250, $2::int) as host) h`,
      [hosts, port],
    );
    await sql("commit");
  });
}
