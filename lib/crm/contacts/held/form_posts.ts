import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";

/** Digests of a post of the public form: of its network and its message. */
export interface FormPost {
  network: string;
  message: string;
}

/**
 * @param network addresses that count as one sender: `192.0.2.0/24`
 * @param message compared without case, accents, blanks and signs
 */
export function formPost({ companyId }: Tenant, network: string, message: string): FormPost {
  const letters = message.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  return {
    network: digest(`${companyId} ${network}`),
    message: digest(letters || message),
  };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Remembers a post for a day. */
export async function noteFormPost(trx: Trx, { companyId }: Tenant, post: FormPost): Promise<void> {
  await trx.insertInto("form_posts").values({ company_id: companyId, ...post }).execute();
}

/**
 * Whether no other post came from its network in 24 hours, and none had the same message within the
 * hour. Ask before noting it.
 */
export async function isFirstOfNetwork(
  db: Db,
  { companyId }: Tenant,
  { network, message }: FormPost,
): Promise<boolean> {
  const { rows } = await sql`
    (select from form_posts where company_id = ${companyId} and network = ${network}
      and at > now() - interval '24 hours' limit 1)
    union all
    (select from form_posts where company_id = ${companyId} and message = ${message}
      and at > now() - interval '1 hour' limit 1)`.execute(db);
  return rows.length === 0;
}

/** Deletes old posts of all companies. */
export async function forgetFormPosts(db: Db): Promise<void> {
  await asWorker(
    db,
    (trx) =>
      trx.deleteFrom("form_posts").where("at", "<", sql<Date>`now() - interval '24 hours'`)
        .execute(),
  );
}
