/** What hooks cost: counted in statements, which no other process on the machine changes. */
import assert from "node:assert/strict";
import { storeHooks } from "@/lib/channels/meta/hook/hook_bodies.ts";
import type { Statement } from "@/lib/db/connection.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import { inDatabase } from "../../crm/scene.ts";
import { makeWorld, type World } from "../../support/world.ts";
import { openOnServer } from "../../support/world_database.ts";
import { testDatabases } from "../../support/test_server.ts";
import { connectMeta, type MetaAccount } from "./accounts.ts";
import { settled } from "./in/hooks.ts";
import { text, whatsapp } from "./in/store.ts";

interface Scene {
  world: World;
  account: MetaAccount;
  /** Statements of the work, without those of looking whether it has ended. */
  count(work: () => Promise<unknown>): Promise<number>;
}

function testOnServer(name: string, run: (scene: Scene) => Promise<void>): void {
  Deno.test({
    name,
    ignore: !hasServer,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const heard: Statement[] = [];
      const database = await openOnServer({ heard: (statement) => heard.push(statement) });
      await using world = await makeWorld({ database, hasGraph: true });
      const account = await connectMeta(world, "whatsapp");
      heard.length = 0;
      await world.services.hookSplitting.sweep();
      await world.services.reading.sweep();
      await settled(world);
      const looks = new Set(heard.map(({ sql }) => sql));
      const count = async (work: () => Promise<unknown>) => {
        heard.length = 0;
        await work();
        return heard.filter(({ sql }) => !looks.has(sql)).length;
      };
      await run({ world, account, count });
    },
  });
}

const hasServer = await testDatabases() !== null;

/** Stores hooks as calls do that come together, has them split and read. */
async function take(world: World, { app }: MetaAccount, hooks: unknown[]): Promise<void> {
  const bodies = hooks.map((hook) => new TextEncoder().encode(JSON.stringify(hook)));
  await asWorker(
    world.services.database.db,
    (trx) =>
      storeHooks(
        trx,
        bodies.map((body) => ({ companyId: 1, appId: app.id, version: null, body })),
      ),
  );
  await settled(world);
}

let numbers = 0;

/** Messages of people who write first, as one hook each or as one hook. */
function messages(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, () => {
    const number = ++numbers;
    const from = { from: `346${String(number).padStart(8, "0")}` };
    return whatsapp(from, text(`wamid.in${number}`, "Hola")) as Record<string, unknown>;
  });
}

/** Messages that were sent, and a status of each. */
async function statuses({ world, account }: Scene, count: number): Promise<unknown[]> {
  const ids = Array.from({ length: count }, () => `wamid.out${++numbers}`);
  await inDatabase(world, 1, async (trx) => {
    const { id: contact_id } = await trx.insertInto("contacts")
      .values({ company_id: 1, channel: "whatsapp", name: "Nuria" }).returning("id")
      .executeTakeFirstOrThrow();
    const rows = await trx.insertInto("contact_messages").values(ids.map((external_id) => ({
      ...{ company_id: 1, contact_id, direction: "out" as const, channel: "whatsapp" as const },
      ...{ body: "Listo", via_id: account.id, external_id },
    }))).returning("id").execute();
    await trx.insertInto("outbox").values(rows.map(({ id: message_id }) => ({
      ...{ id: crypto.randomUUID(), company_id: 1, account_id: account.id, message_id },
      ...{ host: "meta", payload: "{}", state: "sent" as const, person: "34600111222" },
    }))).execute();
  });
  return ids.map((id) => ({
    object: "whatsapp_business_account",
    entry: [{
      id: "102290129340398",
      changes: [{
        field: "messages",
        value: {
          metadata: { phone_number_id: "106540352242922" },
          statuses: [{
            ...{ id, status: "delivered", timestamp: String(Math.floor(Date.now() / 1_000)) },
            recipient_id: "34600111222",
          }],
        },
      }],
    }],
  }));
}

testOnServer("forty hooks cost little more than four", async (scene) => {
  const { world, account, count } = scene;
  const both = async (size: number) => {
    const hooks = [...messages(size), ...await statuses(scene, size)];
    // As they come: a status between two messages.
    const mixed = hooks.map((_, at) => hooks[at % 2 * size + Math.floor(at / 2)]);
    return await count(() => take(world, account, mixed));
  };
  await both(2);
  const [few, many] = [await both(2), await both(20)];
  assert.ok(many - few < 20, `${few} statements, then ${many}`);
});
