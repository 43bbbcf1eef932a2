/** What a process that died was sending is uncertain within its lease of a minute. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { leaseMessages, renewLease } from "@/lib/channels/out/leases.ts";
import { whileRenewed } from "@/lib/channels/out/while_renewed.ts";
import { expectData } from "../../../crm/scene.ts";
import { inTenant } from "../../../notify/scene.ts";
import { until } from "../../../support/wait.ts";
import { goNow } from "../../scene.ts";
import { connectMailbox, testWithMail } from "../scene.ts";

const ana = "ana@cliente.example";
const luis = "luis@cliente.example";

testWithMail(
  "a dead owner's mail is uncertain, and only the rest is sent again",
  async (world, post) => {
    const { api, id: via } = await connectMailbox(world, post, { sent_copy: false });
    const contact = await expectData(api("POST", "/contacts", { name: "Ana", email: ana }), 201);
    const path = `/contacts/${contact.id}/messages`;
    const { id } = await expectData(
      api("POST", path, { direction: "out", via, body: "Hola", subject: "X", cc: [luis] }),
      201,
    );
    const delivery = async () => (await expectData(api("GET", `${path}/${id}`))).delivery;
    const reaches = (state: string) =>
      until(async () => {
        const standing = await delivery();
        return standing.state === state && standing;
      }, { what: state });
    post.smtp.refuses = (address) =>
      address === luis ? { refuse: 451, text: "greylisted" } : undefined;
    await goNow(world);
    await reaches("partly");

    // As it stands when its process is killed at the second attempt.
    const waiting = await inTenant(world, async (trx) => {
      const { rows } = await sql<{ seconds: number }>`
      update outbox set state = 'sending', lease = gen_random_uuid(), due_at = now(),
        leased_until = now() + interval '60 seconds'
      where message_id = ${id} returning extract(epoch from leased_until - now())::float8 as seconds`
        .execute(trx);
      return rows[0]!.seconds;
    });
    assert.ok(waiting <= 60);
    await world.services.outbox.sweep();
    assert.equal((await delivery()).state, "sending");
    await inTenant(
      world,
      (trx) => sql`update outbox set leased_until = now() where message_id = ${id}`.execute(trx),
    );
    await world.services.outbox.sweep();
    const lost = await reaches("uncertain");
    assert.deepEqual(lost.can, ["resend", "settle"]);
    const states = lost.recipients.map(({ state }: { state: string }) => state);
    assert.deepEqual(states, ["sent", "uncertain"]);

    post.smtp.refuses = () => undefined;
    await expectData(api("POST", `${path}/${id}/resend`, { confirm: true }));
    await reaches("sent");
    assert.deepEqual(post.smtp.mails.map(({ to }) => to), [[ana], [luis]]);
  },
);

testWithMail("a mail is leased for a minute, which its owner alone renews", async (world, post) => {
  const { api, id: via } = await connectMailbox(world, post, { sent_copy: false });
  await world.services.outbox.stop(0);
  const contact = await expectData(api("POST", "/contacts", { name: "Ana", email: ana }), 201);
  const path = `/contacts/${contact.id}/messages`;
  await expectData(api("POST", path, { direction: "out", via, body: "Hola", subject: "X" }), 201);
  const { db } = world.services.database;
  const { id } = await inTenant(
    world,
    (trx) =>
      trx.updateTable("outbox").set({ due_at: new Date(0) }).returning("id")
        .executeTakeFirstOrThrow(),
  );
  const { pending: [pending] } = await leaseMessages(db, [id], crypto.randomUUID());
  const waiting = () =>
    inTenant(world, async (trx) => {
      const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from leased_until - now())::float8 as seconds from outbox`.execute(
        trx,
      );
      return rows[0]!.seconds;
    });
  const length = await waiting();
  assert.ok(length > 0 && length <= 60, String(length));
  await inTenant(
    world,
    (trx) => sql`update outbox set leased_until = now() + interval '1 second'`.execute(trx),
  );
  await renewLease(db, { ...pending!, lease: crypto.randomUUID() });
  assert.ok(await waiting() <= 1);
  await renewLease(db, pending!);
  assert.ok(await waiting() > 1);
});

Deno.test("a lease is renewed while its work lasts, and no longer", async () => {
  let renewed = 0;
  const { promise: twice, resolve } = Promise.withResolvers<void>();
  const renew = () => {
    if (++renewed === 2) resolve();
    return renewed === 1 ? Promise.reject(new Error("no database")) : Promise.resolve();
  };
  const warnings: string[] = [];
  const log = { warn: (event: string) => void warnings.push(event) };
  const answer = await whileRenewed(() => twice.then(() => "done"), renew, { log, spaceMs: 1 });
  assert.equal(answer, "done");
  assert.deepEqual(warnings, ["lease_not_renewed"]);
  const count = renewed;
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(renewed, count);
});
