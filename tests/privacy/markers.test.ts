/** An erasure beside all that works by itself leaves nothing that names the person, in any table. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { asWorker } from "@/lib/db/transaction.ts";
import { goNow } from "../channels/scene.ts";
import { deliver, renumbered, watched } from "../channels/email/deliver.ts";
import { bytesOf, mailOf, own, undelivered } from "../channels/email/mails.ts";
import { type Post, testWithMail } from "../channels/email/scene.ts";
import { expectData } from "../crm/scene.ts";
import { inTenant } from "../notify/scene.ts";
import { contents } from "../isolation/contents.ts";
import { until } from "../support/wait.ts";
import { people, type World } from "../support/world.ts";

const name = "Zenobia Quiroga";
const email = "zenobia@cliente.example";
/** Name, address, telephone, subject, words of bodies, and Message-IDs of hers. */
const markers = [
  ...["zenobia", "quiroga", "611 22 33 44", "+34611223344", "barandilla", "roble macizo"],
  ...["a700@cliente.example", "a701@cliente.example", "claraboya"],
];

/** Every row of every table, raw bytes too. */
async function everything(world: World): Promise<string> {
  const { db } = world.services.database;
  const blocked = await asWorker(
    db,
    (trx) => sql`select t::text as row from blocked_records t`.execute(trx),
  );
  return (await contents(world) + JSON.stringify(blocked.rows)).toLowerCase();
}

function marksIn(text: string, ids: readonly string[]): string[] {
  return [...markers, ...ids].filter((mark) => {
    const hex = [...new TextEncoder().encode(mark)].map((byte) =>
      byte.toString(16).padStart(2, "0")
    )
      .join("");
    return text.includes(mark.toLowerCase()) || text.includes(hex);
  });
}

const hers = (n: number, head: string[] = []) =>
  renumbered(
    n,
    mailOf({
      head: ["Subject: La barandilla", ...head],
      from: `${name} <${email}>`,
      body: "De roble macizo. Mi número: 611 22 33 44",
    }),
  );

const others = (n: number) =>
  renumbered(n, mailOf({ from: `Cliente ${n} <c${n}@otro.example>`, body: `Pedido ${n}` }));

testWithMail(
  "nothing names an erased person beside mail, outbox, imports and notices",
  async (world, post) => {
    const since = Temporal.Now.plainDateISO("UTC").subtract({ days: 30 }).toString();
    await deliver(post, [hers(700), ...[1, 2, 3].map(others)]);
    const mailbox = await watched(world, post, { import_since: since });
    const { api, id, read, settled, contacts } = mailbox;
    await settled(4);
    const [contact] = (await contacts()).filter((one: { name: string }) => one.name === name);
    assert.ok(contact);
    await expectData(api("PATCH", `/contacts/${contact.id}`, { phone: "611 22 33 44" }));
    // She writes twice more; members are told, one has it as a task, and she is told things too.
    await deliver(post, [hers(701), hers(702, ["Auto-Submitted: auto-replied"])]);
    await read();
    await settled(6);
    const { id: me } = await expectData(api("GET", "/me"));
    await expectData(
      api("POST", "/tasks", { title: `Llamar a ${name}`, contact_id: contact.id, assignee_id: me }),
      201,
    );
    const notify = {
      ...{ userId: email, title: `Hola, ${name}`, body: "Barandilla" },
      ...{ fallback: { after: 60, email } },
    };
    await expectData(
      world.call("POST", "/api/notify", { key: world.keys.shop, json: notify }),
      202,
    );
    const imported = (rows: string[]) =>
      world.call("POST", "/api/admin/imports/contacts/commit?duplicates=update", {
        ...{ member: people.ana, body: ["Nombre,Email", ...rows].join("\n") },
        headers: { "Content-Type": "text/csv" },
      });
    await expectData(imported([`${name},${email}`]));
    const answer = (to: number, body: string) =>
      expectData(
        api("POST", `/contacts/${to}/messages`, { direction: "out", via: id, body }),
        201,
      );
    const sent = await answer(contact.id, `Hola, ${name}: la claraboya`);
    const messageId = sent.external_id as string;
    const other = (await contacts()).find((one: { name: string }) => one.name === "Cliente 1");
    await answer(other.id, "Hola");
    assert.ok(marksIn(await everything(world), [messageId]).length >= 9);

    // What she sent before and nobody has read is hers as well; its event is there already.
    await inTenant(world, (trx) => {
      const body = hers(703);
      const event = { company_id: 1, account_id: id, external_id: "w", body, size: body.length };
      return trx.insertInto("channel_events")
        .values({ ...event, due_at: new Date("2100-01-01T00:00:00Z") }).execute();
    });
    const report = new TextDecoder().decode(undelivered)
      .replaceAll("nadie@cliente.example", email).replace("<out1@taller.example>", messageId);
    await deliver(post, [4, 5, 6].map(others));
    const done = await Promise.all([
      goNow(world),
      read(),
      imported(["Otra,otra@nueva.example", "Más,mas@nueva.example"]),
      expectData(api("POST", `/contacts/${contact.id}/erase`, { confirm: name })),
      world.services.reading.sweep(1),
      world.services.dueTimes.sweep(),
      answer(other.id, "Otra vez"),
    ]);
    assert.equal(done[2].status, 200);
    await bringTheRest(world, { post, messageId, report, read, contacts });
    const dump = await everything(world);
    assert.deepEqual(marksIn(dump, [messageId]), []);
    assert.ok(dump.includes("cliente 7") && dump.includes("otra@nueva.example"));
  },
);

async function bringTheRest(
  world: World,
  { post, messageId, report, read, contacts }: {
    post: Post;
    messageId: string;
    report: string;
    read: () => Promise<void>;
    contacts: () => ReturnType<typeof expectData>;
  },
) {
  // Her answer had left, or not: its copy and a report on it come in afterwards.
  const copy = mailOf({
    head: [`To: ${name} <${email}>`],
    from: `Taller <${own}>`,
    body: "La claraboya",
  });
  const text = new TextDecoder().decode(copy);
  await deliver(post, [
    bytesOf(text.replace("<a1@cliente.example>", messageId)),
  ], "Sent");
  await deliver(post, [renumbered(710, bytesOf(report)), others(7)]);
  await read();
  await until(async () => {
    const names = (await contacts()).map((one: { name: string }) => one.name);
    return names.includes("Cliente 7") && names.includes("Cliente 6");
  }, { what: "the others' mail" });
  await goNow(world);
  await until(() => post.smtp.mails.some(({ text }) => text.includes("Otra vez")));
  await read();
  const waits = () =>
    inTenant(
      world,
      (trx) =>
        trx.selectFrom("channel_events").select("id").where("state", "=", "waiting").execute(),
    );
  await until(async () => (await waits()).length === 0, { what: "all mail to be read" });
}
