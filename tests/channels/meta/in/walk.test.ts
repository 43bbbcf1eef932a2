/**
 * A random walk of people over two numbers and two pages: they write by number, id or both, change
 * either, and members merge and separate their contacts. No message is with another person, and
 * nobody has more contacts than ways to be known by. A failing run prints its seed.
 */
import { storeEvents } from "@/lib/channels/in/events.ts";
import { fileGroup } from "@/lib/channels/in/file_group.ts";
import type { HookObject } from "@/lib/values/hook_object.ts";
import { parseMeta } from "@/lib/channels/in/meta/parse_meta.ts";
import { long, proof } from "../../../faults/support/proof.ts";
import { newRandom } from "../../../faults/support/random.ts";
import { expectData, inDatabase } from "../../../crm/scene.ts";
import { testOnEach, type World } from "../../../support/world.ts";
import { connectMeta, type MetaAccount } from "../accounts.ts";
import { type Step, Walk } from "./walk.ts";

const steps = Number(Deno.env.get("META_STEPS")) || (long ? 100_000 : 1_500);
const perBatch = 25;

const objects: Record<string, HookObject> = {
  whatsapp: "whatsapp_business_account",
  facebook: "page",
  instagram: "instagram",
};

/** Files events as the reader does, some in one transaction. */
async function file(world: World, accounts: MetaAccount[], events: Step[]): Promise<void> {
  const { channelHandlers } = world.services;
  await inDatabase(world, 1, async (trx) => {
    const bodies = events.map(({ account, part }) =>
      new TextEncoder().encode(JSON.stringify({ object: objects[accounts[account]!.kind], part }))
    );
    const ids = await storeEvents(
      trx,
      { companyId: 1 },
      events.map(({ account, key }, at) => ({
        accountId: accounts[account]!.id,
        externalId: key,
        body: bodies[at]!,
      })),
    );
    const read = events.map(({ account }, at) => ({
      id: ids[at]!,
      attempts: 1,
      parsed: parseMeta(bodies[at]!, accounts[account]!.kind, { ownIds: [], language: "es" }),
    }));
    await fileGroup(trx, channelHandlers, { companyId: 1 }, read);
  });
}

testOnEach(`${steps} steps of people leave each message with who wrote it`, async (world) => {
  const random = newRandom();
  console.log(`seed ${random.seed}`);
  const accounts = [
    await connectMeta(world, "whatsapp"),
    await connectMeta(world, "whatsapp", { settings: { phone_number_id: "106540352242923" } }),
    await connectMeta(world, "facebook"),
    await connectMeta(world, "instagram"),
  ];
  const { api } = accounts[0]!;
  const walk = new Walk(random);
  const contactOf = () =>
    inDatabase(world, 1, async (trx) => {
      const rows = await trx.selectFrom("contact_messages").select(["contact_id", "body"])
        .groupBy(["contact_id", "body"]).orderBy((eb) => eb.fn.min("id")).execute();
      return rows.map(({ contact_id, body }) => ({ contact: contact_id, person: Number(body) }));
    });
  const merges: { from: number; into: number }[] = [];
  for (let done = 0; done < steps; done += perBatch) {
    await file(world, accounts, walk.next(perBatch));
    const messages = await contactOf();
    walk.check(messages);
    const contacts = walk.live();
    if (random.happens(0.3) && contacts.length > 1) {
      const [from, into] = [random.pick(contacts), random.pick(contacts)];
      if (from !== into) {
        await expectData(api("POST", `/contacts/${from}/merge`, { into_id: into }));
        walk.merge(from, into);
        merges.push({ from, into });
      }
    }
    if (random.happens(0.4) && merges.length > 0) {
      const { from } = merges.splice(random.between(0, merges.length - 1), 1)[0]!;
      await expectData(api("POST", `/contacts/${from}/unmerge`));
      walk.unmerge(from);
      walk.check(await contactOf());
    }
  }
  proof(`${steps} steps of people (seed ${random.seed}): each message is with who wrote it`);
}, { hasGraph: true });
