import { sql } from "kysely";
import * as z from "zod";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import * as field from "@/lib/input/fields.ts";
import { problem } from "@/lib/input/errors.ts";
import { metaOf, pageQuery } from "@/lib/input/list.ts";
import { mailPerson } from "@/lib/channels/email/mail_person.ts";
import { headOf, mostHeadBytes } from "@/lib/channels/in/raw_head.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import { problemWords } from "@/lib/channels/in/words.ts";
import type { Language } from "@/lib/words/language.ts";

/** Received messages that could not be read: listed, retried on request, kept for 90 days. */

export const problemParams = z.object({
  id: field.idParams.shape.id.meta({
    description: "Id of the channel account that messages go by.",
  }),
  problem_id: field.idParams.shape.id.meta({
    description: "Id of the message that could not be read.",
  }),
});

export const problemQuery = z.strictObject(pageQuery);

export const problemRecord = z.object({
  id: z.int().meta({ description: "Id of the message that could not be read." }),
  received_at: z.iso.datetime().meta({ description: "Instant at which the message came in." }),
  external_id: z.string().meta({ description: "The message's id in the channel." }),
  size: z.int().meta({ description: "Length of what came in, in bytes." }),
  from: mailPerson.nullable().meta({ description: "Of a mail: who it says, if that can be read." }),
  subject: z.string().nullable().meta({ description: "Subject of the message, if it is a mail." }),
  sent_at: z.iso.datetime().nullable().meta({
    description: "Of a mail: when it says it was sent.",
  }),
  state: z.enum(["waiting", "read", "problem"]).meta({
    description: "`problem`; after a retry `read`, or `waiting` while its account is paused.",
  }),
  error: z.string().nullable().meta({ description: "Why it could not be read, in words." }),
  details: z.string().nullable().meta({
    description: "What the reader of mails found wrong, for a technician.",
  }),
  attempts: z.int().meta({ description: "How many times Relevo tried to read it." }),
  tried_at: z.iso.datetime().nullable().meta({
    description: "Instant at which it was last tried.",
  }),
  contact_id: z.int().nullable().meta({
    description: "Id of its contact, once it is read; null before.",
  }),
}).meta({ id: "ChannelProblem" });

interface Reader extends Tenant {
  language: Language;
}

/** The newest first. Two statements. @throws Problem not_found (the account) */
export async function listProblems(
  db: Db,
  reader: Reader,
  accountId: number,
  query: z.output<typeof problemQuery>,
) {
  const account = await db.selectFrom("channel_accounts as a").select("a.id")
    .select((eb) =>
      eb.selectFrom("channel_events as e").select(sql<number>`count(*)`.as("n"))
        .whereRef("e.company_id", "=", "a.company_id").whereRef("e.account_id", "=", "a.id")
        .where("e.state", "=", "problem").as("total")
    )
    .where("a.company_id", "=", reader.companyId).where("a.id", "=", accountId)
    .where("a.deleted_at", "is", null).executeTakeFirst();
  if (!account) throw problem("not_found");
  const rows = await problemRows(db, reader, accountId).where("t.state", "=", "problem")
    .orderBy("t.id", "desc").limit(query.per_page).offset((query.page - 1) * query.per_page)
    .execute();
  const records = rows.map((row) => toProblem(row, reader));
  return { records, meta: metaOf(query, account.total ?? 0) };
}

/** @throws Problem not_found */
export async function findProblem(db: Db, reader: Reader, accountId: number, id: number) {
  const row = await problemRows(db, reader, accountId).where("t.id", "=", id).executeTakeFirst();
  if (!row) throw problem("not_found");
  return toProblem(row, reader);
}

/** Queues it for reading, with attempts reset. @throws Problem not_found, invalid_transition */
export async function retryProblem(
  trx: Trx,
  { companyId }: Tenant,
  accountId: number,
  id: number,
): Promise<void> {
  const row = await trx.selectFrom("channel_events").select("state")
    .where("company_id", "=", companyId).where("account_id", "=", accountId).where("id", "=", id)
    .forUpdate().executeTakeFirst();
  if (!row) throw problem("not_found");
  if (row.state !== "problem") throw problem("invalid_transition", { details: { allowed: [] } });
  await trx.updateTable("channel_events").set({
    state: "waiting",
    problem: null,
    problem_text: null,
    attempts: 0,
    due_at: sql<Date>`now()`,
  }).where("company_id", "=", companyId).where("id", "=", id).execute();
}

/** Tells members, once an hour for an account: anybody may send what cannot be read. */
export async function tellOfProblem(
  trx: Trx,
  handlers: Pick<ChannelHandlers, "tellOfProblem">,
  { companyId, id }: { companyId: number; id: number },
): Promise<void> {
  const account = await trx.selectFrom("channel_accounts as a").selectAll("a")
    .innerJoin(
      "channel_events as e",
      (on) => on.onRef("e.company_id", "=", "a.company_id").onRef("e.account_id", "=", "a.id"),
    )
    .where("e.company_id", "=", companyId).where("e.id", "=", id)
    .where("e.state", "=", "problem").where("a.deleted_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(
        selectFrom("channel_events as o").select("o.id")
          .whereRef("o.company_id", "=", "e.company_id").whereRef(
            "o.account_id",
            "=",
            "e.account_id",
          )
          .where("o.state", "=", "problem").whereRef("o.id", "<>", "e.id")
          .where("o.received_at", ">", sql<Date>`now() - interval '1 hour'`),
      ))
    ).executeTakeFirst();
  if (account) await handlers.tellOfProblem(trx, account);
}

/** Raw bytes as received. @throws Problem not_found (also once they are deleted) */
export async function readRaw(
  db: Db,
  { companyId }: Tenant,
  accountId: number,
  id: number,
): Promise<Uint8Array> {
  const row = await db.selectFrom("channel_events").select("body")
    .where("company_id", "=", companyId).where("account_id", "=", accountId).where("id", "=", id)
    .where("state", "=", "problem").executeTakeFirst();
  if (!row?.body) throw problem("not_found");
  return row.body;
}

function problemRows(db: Db, { companyId }: Tenant, accountId: number) {
  return db.selectFrom("channel_events as t")
    .innerJoin(
      "channel_accounts as a",
      (on) => on.onRef("a.company_id", "=", "t.company_id").onRef("a.id", "=", "t.account_id"),
    )
    .select(["t.id", "t.received_at", "t.external_id", "t.size", "t.state", "t.problem"])
    .select(["t.problem_text", "t.attempts", "t.tried_at", "t.contact_id", "a.kind"])
    .select(sql<Uint8Array | null>`substring(t.body from 1 for ${mostHeadBytes})`.as("head"))
    .where("t.company_id", "=", companyId).where("t.account_id", "=", accountId)
    .where("a.deleted_at", "is", null);
}

type Row = Awaited<ReturnType<ReturnType<typeof problemRows>["execute"]>>[number];

function toProblem(
  { problem: why, problem_text, kind, head, ...row }: Row,
  { language }: Reader,
) {
  const reason = why !== null && Object.hasOwn(problemWords, why)
    ? why as keyof typeof problemWords
    : "failed";
  const unknown = { from: null, subject: null, sent_at: null };
  return {
    ...row,
    ...(kind === "email" && head ? headOf(head) : unknown),
    error: why === null ? null : problemWords[reason][language],
    details: problem_text,
  };
}
