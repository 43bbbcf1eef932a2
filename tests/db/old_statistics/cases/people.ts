/** Work on customers and what is known of them, whose statements are looked at. */
import { Share } from "@/lib/fairness/share.ts";
import { contactImport } from "@/lib/crm/contacts/import_contacts.ts";
import { invitedValues } from "@/lib/crm/events/invited/invited_values.ts";
import { restoreSeries } from "@/lib/crm/events/scoped.ts";
import { lockSeries } from "@/lib/crm/events/series.ts";
import { notifyDeliveries } from "@/lib/crm/notices/notices.ts";
import type { Db } from "@/lib/db/connection.ts";
import { FileStore } from "@/lib/files/file_store.ts";
import { findRecipientPage } from "@/lib/notify/sending/recipient_pages.ts";
import { sendAdmitted } from "@/lib/notify/sending/fallback/strangers.ts";
import type { Send } from "@/lib/notify/sending/prepare.ts";
import { erasePerson } from "@/lib/privacy/erase_person.ts";
import { eraseMessages } from "@/lib/privacy/erase_messages.ts";
import { ErasureList } from "@/lib/privacy/erasure_list.ts";
import { openErasures } from "@/lib/privacy/open_erasures.ts";
import { keepColumnChoice, readColumnChoices } from "@/lib/records/imports/rows/column_choices.ts";
import { findAsked } from "@/lib/records/bulk/run_bulk.ts";
import { quotes } from "@/lib/sales/quotes/bulk_quotes.ts";
import { previewUndo } from "@/lib/records/imports/undo/undo_import.ts";
import { importKinds } from "@/lib/views/imports/importables.ts";
import { createLog } from "@/lib/tools/log.ts";
import { incoming } from "../more_rows.ts";
import { idOf, userOf, uuidOf } from "../rows.ts";
import { actor, arrange, type Case, refused, tenant, within } from "./case.ts";

const numbers = Array.from({ length: 48 }, (_, n) => n + 2_001);

const head = "ab".repeat(32);
const persons = { contacts: [], clients: [], opportunities: [], quotes: [], sales: [] };
const addresses = numbers.slice(0, 3).map(userOf);

const sends: Send[] = numbers.slice(0, 4).map((n) => ({
  keyId: undefined,
  request: {
    ...{
      userId: userOf(n),
      title: "Pedido",
      body: "Hola",
      type: "info",
      priority: "normal",
      actions: [],
      allowReply: true,
      idempotencyKey: `key ${n}`,
    },
    fallback: { email: `nadie${n}@correo.example`, after: 60 },
  } as never,
}));

/** A list beside the database with an erasure that the database lacks. */
async function openList(db: Db): Promise<void> {
  const dataDir = await Deno.makeTempDir({ prefix: "relevo-erasures-" });
  try {
    const list = await ErasureList.open({ dataDir, installation: "key" });
    const at = new Date().toISOString();
    const contacts = [idOf(1, 2_501)];
    list.add([{ id: uuidOf("lost", 1), companyId: 1, at, contacts, clients: [] }]);
    await openErasures(db, { dataDir }, { publicKey: "key" }, createLog("error"));
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
}

/** Takes a file in, in a company that has room for so many bytes. */
function takeFile(bytes: Uint8Array, room: number): Case {
  return within(async (trx) => {
    const { size } = await trx.selectFrom("files").select((eb) => eb.fn.sum("size").as("size"))
      .where("company_id", "=", 1).executeTakeFirstOrThrow();
    const { id } = await trx.selectFrom("api_keys").select("id")
      .where("company_id", "=", 1).limit(1).executeTakeFirstOrThrow();
    const reader = { run: () => Promise.reject(new Error("no reader")) };
    await refused(
      new FileStore(reader, Number(size) + room, new Share()).take({
        ...{ tenant, maker: { keyId: id }, name: "foto.jpg", size: null },
        body: new Blob([bytes as never]).stream(),
        open: (work) => work(trx),
      }),
    );
  });
}

export const peopleCases: Record<string, Case> = {
  "too many matches": within((trx) => {
    const member = { companyId: 1, userId: 1, timezone: "Europe/Madrid" };
    const call = { trx, member, language: "es" as const, now: new Date(), maxRecords: 1 };
    return refused(findAsked(call, quotes, { filter: {} } as never, 100));
  }),
  "notes of an import": within((trx) =>
    contactImport.keepLines!(trx, actor, numbers.map((n) => ({ id: idOf(1, n), lines: ["Hola"] })))
  ),
  "an import whose contact is in the trash": within(async (trx) => {
    const id = idOf(1, 7);
    await arrange(
      trx,
      `update import_records set changes = '{"name": ["Ana", "Eva"]}'
         where company_id = 1 and import_id = ${id};
       update contacts set deleted_at = now() where company_id = 1 and id = ${id}`,
    );
    await previewUndo(trx, actor, { id, kinds: importKinds });
  }),
  "choices for columns": within(async (trx) => {
    await readColumnChoices(trx, tenant, "contact");
    await keepColumnChoice(trx, tenant, "contact", { head, fields: ["name"] });
    await keepColumnChoice(trx, tenant, "contact", { head, fields: null });
  }),
  "a mail without an invitation": within((trx) =>
    refused(
      invitedValues(trx, tenant, { message_id: idOf(1, incoming + 7), event: 0 }, new Date()),
    )
  ),
  "restore a series": within(async (trx) => {
    const was = await lockSeries(trx, tenant, idOf(1, 7));
    await restoreSeries(trx, tenant, { was, version: was.version });
  }),
  "tell of deliveries that nobody has": within(async (trx) => {
    const { id } = await trx.selectFrom("users").select("id").limit(1).executeTakeFirstOrThrow();
    const seller = { ...actor, userId: id };
    const sale = { id: idOf(1, 8), number: "V8", client_id: idOf(1, 8) };
    const tasks = [{ id: 1, title: "Entregar" }];
    await notifyDeliveries(trx, seller, { sale, userId: null, leaverId: id, tasks });
  }),
  "a file that finds no room": takeFile(new Uint8Array(8), 4),
  "an empty file": takeFile(new Uint8Array(), 1_000_000),
  "mails to strangers": within((trx) =>
    sendAdmitted(trx, tenant, sends, {
      ...{ strangersPerDay: 102, tellOfBound: () => Promise.resolve() },
      findKnown: () => Promise.resolve(new Set()),
    })
  ),
  "recipients of nothing": within((trx) =>
    refused(findRecipientPage(trx, tenant, uuidOf("gone", 1), { page: 1, per_page: 25 }))
  ),
  "erase messages": within(async (trx) => {
    const [email] = addresses;
    const asks = { fallback: { email }, escalate: { userIds: addresses } };
    await arrange(
      trx,
      `update notifications set asks = '${JSON.stringify(asks)}'
       where company_id = 1 and id in ('${uuidOf("n", 7)}', '${uuidOf("n", 8)}')`,
    );
    await eraseMessages(trx, tenant, { ...persons, tasks: [], events: [], addresses, mails: [] });
  }),
  "erase who is a client": within(async (trx) => {
    const id = idOf(1, 7);
    const { name } = await trx.updateTable("contacts")
      .set({ converted_client_id: id, converted_at: new Date() })
      .where("company_id", "=", 1).where("id", "=", id).returning("name")
      .executeTakeFirstOrThrow();
    await erasePerson(trx, actor, { noun: "contact", id }, { confirm: name! });
  }),
  "open erasures": openList,
};
