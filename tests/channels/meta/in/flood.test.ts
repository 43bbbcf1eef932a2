/** Somebody who sends more than people do holds themselves, and nobody else; nothing of it is lost. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { mostQuietPerMinute } from "@/lib/channels/in/meta/flood.ts";
import { mostPerMinute } from "@/lib/channels/in/loops.ts";
import { expectData, inDatabase } from "../../../crm/scene.ts";
import { testOnEach, type World } from "../../../support/world.ts";
import { connectMeta, type MetaAccount, type MetaKind } from "../accounts.ts";
import { item, read, text, whatsapp } from "./store.ts";

const start = Date.now() - 600_000;

interface Says {
  /** A message of theirs. */
  write(n: number): unknown;
  /** A reaction to the first. */
  react(n: number): unknown;
}

const emojiOf = (n: number) => String.fromCodePoint(0x1f600 + n);

const kinds: Record<MetaKind, (person: number) => Says> = {
  whatsapp(person) {
    const from = { from: `3460011122${person}` };
    const id = (n: number) => `wamid.${person}.${n}`;
    return {
      write: (n) => whatsapp(from, text(id(n), `texto ${n}`), start + n),
      react: (n) =>
        whatsapp(from, {
          ...{ id: `wamid.${person}.r${n}`, type: "reaction" },
          reaction: { message_id: id(0), emoji: emojiOf(n) },
        }, start + n * 1_000),
    };
  },
  facebook: (person) => onPage("page", person),
  instagram: (person) => onPage("instagram", person),
};

function onPage(object: "page" | "instagram", person: number): Says {
  const say = (n: number, event: object) =>
    item(object, { sender: `9100${person}`, at: start + n * 1_000 }, event);
  return {
    write: (n) => say(n, { message: { mid: `m_${person}_${n}`, text: `texto ${n}` } }),
    react: (n) => {
      const reaction = { mid: `m_${person}_0`, action: "react", emoji: emojiOf(n) };
      return say(n, { reaction });
    },
  };
}

/** Also those who are held. */
function contactsOf(world: World): Promise<[number, number]> {
  return inDatabase(world, 1, async (trx) => {
    const rows = await trx.selectFrom("contacts").select("id").orderBy("id").execute();
    return [rows[0]!.id, rows[1]!.id];
  });
}

async function emojisOf({ api }: MetaAccount, contactId: number): Promise<string[]> {
  const messages = await expectData(api("GET", `/contacts/${contactId}/messages`));
  return messages.flatMap(({ reactions }: { reactions: { emoji: string }[] }) => reactions)
    .map(({ emoji }: { emoji: string }) => emoji);
}

/** Reactions of theirs that were read a moment ago. */
function addRead(world: World, account: MetaAccount, contactId: number, count: number) {
  return inDatabase(world, 1, (trx) =>
    sql`
      insert into channel_events (company_id, account_id, external_id, size, state, contact_id,
        is_quiet, tried_at)
      select 1, ${account.id}, 'reaction:' || n, 0, 'read', ${contactId}, true, now()
      from generate_series(1, ${count}) n`.execute(trx));
}

function waiting(world: World) {
  return inDatabase(world, 1, (trx) =>
    trx.selectFrom("channel_events").select(["attempts", "lane"])
      .select(sql<boolean>`due_at > now() + interval '30 seconds'`.as("isHeld"))
      .where("state", "=", "waiting").orderBy("id").execute());
}

for (const kind of ["whatsapp", "facebook", "instagram"] as const) {
  testOnEach(`${kind}: the 601st reaction of a minute waits, and others' do not`, async (world) => {
    const account = await connectMeta(world, kind);
    const [flooder, other] = [kinds[kind](1), kinds[kind](2)];
    await read(world, account, [flooder.write(0), other.write(0)]);
    const [contactId, otherId] = await contactsOf(world);
    await addRead(world, account, contactId, mostQuietPerMinute - 2);
    await read(world, account, [1, 2, 3, 4, 5].map(flooder.react).concat([other.react(1)]));
    assert.deepEqual(await emojisOf(account, contactId), [emojiOf(2)]);
    assert.deepEqual(await emojisOf(account, otherId), [emojiOf(1)]);
    const later = { attempts: 0, lane: 1, isHeld: true };
    assert.deepEqual(await waiting(world), [later, later, later]);
    // Their messages are another matter, and their person is not held.
    await read(world, account, [flooder.write(1)]);
    const contact = await expectData(account.api("GET", `/contacts/${contactId}`));
    assert.equal(contact.held, false);
    const { state } = await expectData(account.api("GET", `/channels/${account.id}`));
    assert.equal(state, "working");

    await inDatabase(world, 1, async (trx) => {
      await trx.updateTable("channel_events")
        .set({ tried_at: sql<Date>`tried_at - interval '2 minutes'` })
        .where("state", "=", "read").execute();
      await trx.updateTable("channel_events").set({ due_at: sql<Date>`now()` })
        .where("state", "=", "waiting").execute();
    });
    await read(world, account, []);
    assert.deepEqual(await emojisOf(account, contactId), [emojiOf(5)]);
    assert.deepEqual(await waiting(world), []);
  }, { hasGraph: true });
}

testOnEach("the 61st message of a minute holds its sender, not the number", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  const [flooder, other] = [kinds.whatsapp(1), kinds.whatsapp(2)];
  const count = mostPerMinute + 15;
  await read(world, account, Array.from({ length: count }, (_, n) => flooder.write(n)));
  await read(world, account, [other.write(0)]);
  const [contactId, otherId] = await contactsOf(world);
  const [first, second] = await Promise.all(
    [contactId, otherId].map((id) => expectData(account.api("GET", `/contacts/${id}`))),
  );
  assert.deepEqual([first.held, second.held], [true, false]);
  assert.equal((await expectData(account.api("GET", `/channels/${account.id}`))).state, "working");
  const { rows } = await inDatabase(
    world,
    1,
    (trx) =>
      sql<{ count: number }>`select count(*)::int from contact_messages
      where contact_id = ${contactId}`.execute(trx),
  );
  assert.equal(rows[0]!.count, count, "nothing is lost");
  assert.deepEqual(await waiting(world), []);
}, { hasGraph: true });
