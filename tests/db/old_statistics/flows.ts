/** What comes from outside, and what follows from it, in a world whose companies have grown. */
import assert from "node:assert/strict";
import { storeEvents } from "@/lib/channels/in/events.ts";
import { remindOfConversations } from "@/lib/crm/conversations/later.ts";
import { transact } from "@/lib/db/transaction.ts";
import { holdInstallation } from "@/lib/service/hold/holding.ts";
import { findHeld, releaseInstallation } from "@/lib/service/hold/release.ts";
import { forwardOf } from "../../channels/email/forwards/scene.ts";
import { bytesOf, lines, own, undelivered } from "../../channels/email/mails.ts";
import { converse, goNow } from "../../channels/scene.ts";
import { conversing } from "../../crm/conversations/scene.ts";
import { env, fillDay, holdOne } from "../../crm/contacts/held_scene.ts";
import { apiOf, expectData, inDatabase } from "../../crm/scene.ts";
import { addMailbox } from "../../notify/due/scene.ts";
import { importing } from "../../records/imports/importing.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { mailboxWorld, readMailbox } from "./mailbox_flow.ts";
import { metaFlows } from "./meta_flow.ts";
import { idOf } from "./rows.ts";

const some = 12;
const numbers = Array.from({ length: some }, (_, n) => n + 1);

/** A mail of a contact of `rows.ts`, or of somebody new. */
function mailOf(n: number, head: string[], from = `c${n}@correo.example`): Uint8Array {
  return lines(
    ...head,
    ...[`From: Cliente <${from}>`, `To: Taller <${own}>`, "Subject: Puerta"],
    ...["Date: Tue, 24 Nov 2026 10:00:00 +0100", `Message-ID: <${n}-${head.length}@${from}>`],
    ...["Content-Type: text/plain; charset=utf-8", "", "¿Reparáis puertas?"],
  );
}

/** Mails of each kind are read, and answered. */
async function readMails(world: World): Promise<void> {
  await addMailbox(world);
  const api = apiOf(world, people.ana);
  const bodies = [
    ...numbers.map((n) => mailOf(n, [`In-Reply-To: <${n + 20}@correo.example>`])),
    ...numbers.map((n) => mailOf(n, [], `nuevo${n}@otro.example`)),
    ...numbers.map((n) => mailOf(n, ["Auto-Submitted: auto-replied", "X-Loop: 1"])),
    forwardOf(1, { from: `Ana <${people.ana}>`, words: "Mira esto" }),
    undelivered,
    bytesOf("\0"),
  ];
  await inDatabase(world, 1, async (trx) => {
    const { id: accountId } = await trx.updateTable("channel_accounts")
      .set({ state: "working", paused_by: null, address: own })
      .where("company_id", "=", 1).where("kind", "=", "email").returning("id")
      .executeTakeFirstOrThrow();
    await storeEvents(
      trx,
      { companyId: 1 },
      bodies.map((body, n) => ({ accountId, externalId: `mail ${n}`, body })),
    );
  });
  await world.services.reading.sweep();
  await until(() =>
    inDatabase(world, 1, async (trx) => {
      const row = await trx.selectFrom("channel_events").select("id")
        .where("company_id", "=", 1).where("state", "=", "waiting").executeTakeFirst();
      return row === undefined;
    })
  );
  const [contact] = await expectData(api("GET", "/contacts?q=nuevo1@otro.example"));
  const around = await expectData(api("GET", `/contacts/${contact.id}/messages`));
  await expectData(
    api("POST", `/contacts/${contact.id}/messages`, {
      ...{ direction: "out", via: around[0].via.id, body: "Sí", to: "nuevo1@otro.example" },
    }),
    201,
  );
  await goNow(world);
}

/** Members write from the panel and from their phones. */
async function writeMessages(world: World): Promise<void> {
  const { receiver, write } = await converse(world);
  await using _receiver = receiver;
  await write({ body: "Hola" });
  await goNow(world);
  const { ana, receiver: other, contactId } = await conversing(world);
  await using _other = other;
  await ana.list("?q=Marta");
  await ana.read(contactId);
  await ana.reply(contactId, { text: "Sí" });
  await ana.reply(contactId, { text: "Nota", note: true });
  await ana.verb(contactId, "take");
  await ana.verb(contactId, "snooze", { at: new Date(Date.now() + 60_000).toISOString() });
  await goNow(world);
}

/** Conversations come back that were snoozed, before anything else has answered them. */
async function remind({ services: { database: { db }, announce } }: World): Promise<void> {
  await remindOfConversations(db, announce);
}

/** Everything of a person is exported and erased. */
async function forget(world: World): Promise<void> {
  const ana = apiOf(world, people.ana);
  const path = `/contacts/${idOf(1, 31)}`;
  assert.equal((await ana("GET", `${path}/export`)).status, 200);
  const { name } = await expectData(ana("GET", path));
  await expectData(ana("POST", `${path}/erase`, { confirm: name, reason: "other" }));
}

/** A file brings what is new, and what there is already, and is undone. */
async function importFiles(world: World): Promise<void> {
  const post = importing(world);
  const rows = numbers.flatMap((
    n,
  ) => [`Nombre${n},c${n}@correo.example`, `Otro,o${n}@a.example`]);
  for (const noun of ["contacts", "clients"]) {
    const file = `Nombre,Email\n${rows.join("\n")}\n`;
    await expectData(post(`${noun}/preview?duplicates=update`, file));
    const { id } = await expectData(post(`${noun}/commit?duplicates=update`, file));
    await expectData(apiOf(world, people.ana)("POST", `/imports/${id}/undo`));
  }
  const goods = numbers.map((n) => `Mesa ${n},12`);
  for (let at = 0; at < 2; at++) {
    await expectData(
      post("products/commit?duplicates=update", `Nombre,Precio\n${goods.join("\n")}\n`),
    );
  }
}

/** Sites post their forms, more of them than a day may bring. */
async function postForms(world: World): Promise<void> {
  await fillDay(world);
  const id = await holdOne(world);
  const ana = apiOf(world, people.ana);
  await expectData(ana("POST", `/contacts/${id}/release`));
  await holdOne(world, "otra@casa.example");
  await expectData(ana("POST", "/contacts/release"));
}

/** Nothing leaves until somebody says what becomes of it. */
export async function holdAndRelease({ services }: World): Promise<void> {
  const { database: { db }, announce } = services;
  await transact(db, (trx) => holdInstallation(trx, "setting"));
  await findHeld(db);
  await releaseInstallation(db, "keep", announce);
}

/** In their order. */
export const flows = {
  remind,
  readMails,
  writeMessages,
  forget,
  importFiles,
  postForms,
  readMailbox,
  ...metaFlows,
};

/** What the world of the flows needs. */
export const flowWorld = { hasGraph: true, env, ...mailboxWorld };
