/** Messages to people at Meta, and what Meta tells of them, whose statements are looked at. */
import { ReadMarks } from "@/lib/channels/meta/out/read_marks.ts";
import { hearPeople } from "@/lib/channels/meta/people/people.ts";
import { callMeta } from "@/lib/channels/out/call_meta.ts";
import { crmChannelHandlers as handlers } from "@/lib/crm/contacts/conversation/file_messages.ts";
import { keepMeta } from "@/lib/crm/contacts/conversation/meta/keep_meta.ts";
import { readParts, writeMeta } from "@/lib/crm/contacts/conversation/sending/meta_out.ts";
import { queueAgain } from "@/lib/crm/contacts/conversation/sending/queue_again.ts";
import { recipientOf } from "@/lib/crm/contacts/conversation/recipient.ts";
import { lockOwn } from "@/lib/crm/contacts/conversation/sending/settle.ts";
import { readSharedCard } from "@/lib/panel/contacts/thread/chat/shared_card.ts";
import { type Case, messageOf, numbers, personal, tenant, within } from "./cases.ts";
import { accounts, cipher, personOf, uuidOf } from "./fill.ts";

const graphNetwork = { gate: { isHeld: false } } as never;
const log = { warn() {} };
const actor = { companyId: 1, userId: null } as never;
const dayMs = 86_400_000;

/** Somebody who wrote just now. */
const heard = {
  ...{ id: personOf(7), username: null, closed_at: null, opted_in_at: null },
  ...{ heard_at: new Date().toISOString(), marketing_stopped_at: null },
};
const written = { contactId: 7, person: heard, isCaptioned: false, files: [], body: "" };

export const writingCases: Record<string, Case> = {
  "tell people that theirs was read": async (db) => {
    const marks = new ReadMarks({ db, log, cipher, graphNetwork });
    marks.offer(1, numbers.map((n) => ({ accountId: accounts.whatsapp, personId: personOf(n) })));
    await marks.idle();
  },
  "a message whose window has closed": (db) =>
    callMeta(
      {
        ...{ companyId: 1, accountId: accounts.facebook, id: uuidOf(7), kind: "facebook" },
        ...{ settings: {}, lastOutcome: null },
        payload: { text: "Hola", files: [], meta: { to: personOf(7), template: null } },
      } as never,
      { db, cipher, graphNetwork } as never,
      new AbortController().signal,
    ),
  "write by a template": within("whatsapp", async (trx, account) => {
    const content = { header: null, body: "Hola", footer: null, buttons: [], format: "positional" };
    await trx.updateTable("message_templates").set({ content: JSON.stringify(content) })
      .where("company_id", "=", 1).where("account_id", "=", account.id).where("name", "=", "t1")
      .execute();
    const template = { name: "t1", language: "es", variables: [] };
    await writeMeta(trx, actor, account, { ...written, template, opt_in: { source: "web" } });
  }),
  "write an answer with a file": within("whatsapp", async (trx, account) => {
    const files = [uuidOf(7)];
    await trx.updateTable("files").set({ type: "image/png", size: 10 })
      .where("company_id", "=", 1).where("id", "in", files).execute();
    await writeMeta(trx, actor, account, { ...written, body: "Hola", files, answers: 13 });
    await readParts(trx, tenant, { id: 13, contact_id: 7, part: { n: 1 } });
  }),
  "the recipient": within(
    "whatsapp",
    (trx, account) => recipientOf(trx, account, { id: 7, name: null, email: null, phone: null }),
  ),
  "queue a message again": within("whatsapp", async (trx, account) => {
    const [message] = await lockOwn(trx, tenant, [uuidOf(8)]);
    const failure = { outcome: "graph_pace", error: "131056", code: 131056, at: new Date() };
    await queueAgain(trx, account, message!, failure);
  }),
  "hear of ids that are of one person": within("whatsapp", (trx) =>
    hearPeople(trx, tenant, [{
      ...{ accountId: accounts.whatsapp, ids: [personOf(7), personOf(8)], heardAt: new Date() },
      ...{ username: null, isNameless: true },
    }])),
  "what led to a message": within("whatsapp", async (trx, account) => {
    await trx.updateTable("contact_messages").set({ sender: JSON.stringify({ id: personOf(7) }) })
      .where("company_id", "=", 1).where("id", "=", 13).execute();
    await handlers.meta.tellSource(trx, account, {
      ...{ type: "referral", person: personal(7), at: new Date(Date.now() - 2.5 * dayMs) },
      source: {
        ...{ kind: "ad", title: "Puertas", url: null, ref: null },
        picture: "https://picture.example/",
      },
    });
  }),
  "what messages bring beside their text": within("whatsapp", (trx, account) =>
    keepMeta(
      trx,
      tenant,
      numbers.map((n) => ({
        ...{ account, event: { id: n, receivedAt: new Date() }, writer: { contactId: n } },
        messageId: 2 * n - 1,
        message: { meta: messageOf(n, { person: { ...personal(n), name: "Ana" } }) },
      })) as never,
    )),
  "edit the first text": within("whatsapp", async (trx, account) => {
    await trx.updateTable("contacts").set({ message: "Hola" })
      .where("company_id", "=", 1).where("id", "=", 7).execute();
    await handlers.meta.edit(trx, account, {
      ...{ type: "edit", id: "wamid.was7", number: 1, text: "Adiós", at: new Date() },
      person: personal(7),
    });
  }),
  "a shared card": within("whatsapp", (trx) => readSharedCard(trx, tenant, "13.0")),
};
