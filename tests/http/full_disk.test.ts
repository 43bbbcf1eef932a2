import assert from "node:assert/strict";
import { sql } from "kysely";
import { isDiskFull } from "@/lib/db/disk.ts";
import { isUnavailable } from "@/lib/db/transaction.ts";
import { ask, postNotify } from "../notify/scene.ts";
import { until } from "../support/wait.ts";
import { people, testOnEach, type World } from "../support/world.ts";

Deno.test("errors of a full disk are told from others", () => {
  const full = [
    Object.assign(new Error("could not extend file"), { code: "53100" }),
    Object.assign(new Error("could not write block 3: Disk quota exceeded"), { code: "XX000" }),
  ];
  const others = [Object.assign(new Error("out of memory"), { code: "53200" }), undefined, "53100"];
  for (const error of full) assert.ok(isDiskFull(error) && isUnavailable(error));
  for (const error of others) assert.ok(!isDiskFull(error) && !isUnavailable(error));
});

testOnEach(
  "while the disk is full nothing is accepted and everything can be read",
  async (world) => {
    const { token } = await world.pairPhone("maria");
    const id = await ask(world);
    // Notes of use that are due would be written by the next call that reads.
    await forgetUse(world);
    await fail(world);
    const refused = await postNotify(world);
    assert.deepEqual([refused.status, refused.body.code], [503, "database_unavailable"]);
    assert.match(refused.headers.get("retry-after")!, /^\d+$/);
    const readiness = await world.call("GET", "/readyz");
    assert.deepEqual([readiness.status, readiness.body.details.stuck], [503, ["disk"]]);

    const key = world.keys.shop;
    const member = people.ana;
    const reads: [string, { key?: string; device?: string; member?: string }][] = [
      [`/api/notifications/${id}`, { key }],
      ["/api/responses", { key }],
      ["/api/phone/notifications", { device: token }],
      ["/api/admin/contacts", { member }],
      ["/api/admin/me", { member }],
      ["/panel", { member }],
      ["/panel/contacts", { member }],
    ];
    for (const [path, as] of reads) {
      const { status, body } = await world.call("GET", path, as);
      assert.equal(status, 200, `${path}: ${JSON.stringify(body).slice(0, 300)}`);
    }
    // No table of these fails by itself: they are not tried while it is full.
    const contact = { name: "Sol", email: "sol@example.com", message: "¿Hay mesa?" };
    const writes = [
      await world.call("POST", "/api/contact", { json: contact }),
      await world.call("POST", "/api/admin/clients", { member, json: { name: "Sol" } }),
      await world.call("POST", `/api/phone/notifications/${id}/response`, {
        device: token,
        json: { actionId: "yes" },
      }),
      await world.call("DELETE", `/api/notifications/${id}`, { key }),
    ];
    for (const { status, body } of writes) {
      assert.deepEqual([status, body.code], [503, "database_unavailable"]);
    }
    await sql`drop trigger full_disk on notifications`.execute(world.owner.db);
    await until(async () => (await world.call("GET", "/readyz")).status === 200, {
      what: "room",
    });
    assert.equal((await postNotify(world)).status, 202);
  },
);

async function forgetUse({ owner: { db } }: World): Promise<void> {
  await sql`update api_keys set last_used_at = null`.execute(db);
  await sql`update devices set last_seen_at = null`.execute(db);
  await sql`update user_companies set last_seen_at = null, first_seen_at = null`.execute(db);
}

/** Every insert of a notification fails as on a full disk. */
async function fail({ owner: { db } }: World): Promise<void> {
  await sql`
    create function full_disk() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file: No space left on device' using errcode = '53100';
    end $$`.execute(db);
  await sql`
    create trigger full_disk before insert on notifications
    for each statement execute function full_disk()`.execute(db);
}
