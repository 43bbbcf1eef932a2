import { type Kysely, sql } from "kysely";

/** Addresses are compared by their domain as A-labels (RFC 5890), and mail brought others. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from companies`.execute(db);
  for (const { id } of rows) {
    await sql`select set_config('role', 'relevo_tenant', true),
                     set_config('app.company_id', ${String(id)}, true)`.execute(db);
    for (const place of places) await encode(db, place);
  }
  await sql`select set_config('role', 'none', true), set_config('app.company_id', '', true)`
    .execute(db);
}

interface Place {
  table: string;
  column: string;
  /** One row alone of a company has a value: the others of the same address go. */
  isUnique?: boolean;
}

const places: Place[] = [
  { table: "contacts", column: "email_norm" },
  { table: "clients", column: "email_norm" },
  { table: "identities", column: "value" },
  { table: "mail_senders", column: "address", isUnique: true },
  { table: "refused_addresses", column: "address", isUnique: true },
];

// deno-lint-ignore no-explicit-any
async function encode(db: Kysely<any>, { table, column, isUnique }: Place): Promise<void> {
  const [of, at] = [sql.table(table), sql.ref(column)];
  const { rows } = await sql<{ id: number; value: string }>`
    select id, ${at} as value from ${of} where ${at} ~ '@' and ${at} ~ '[^\x01-\x7f]'
    order by id desc`.execute(db);
  for (const { id, value } of rows) {
    const encoded = encodedAddress(value);
    if (encoded === value) continue;
    const isTaken = isUnique &&
      (await sql`select from ${of} where ${at} = ${encoded}`.execute(db)).rows.length > 0;
    await (isTaken
      ? sql`delete from ${of} where id = ${id}`
      : sql`update ${of} set ${at} = ${encoded} where id = ${id}`).execute(db);
  }
}

function encodedAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  const isName = /^[\w.\-\P{ASCII}]+$/u.test(domain) && !/[\p{DI}\p{C}\p{Z}]/u.test(domain);
  const encoded = isName ? URL.parse(`http://${domain}`)?.hostname : undefined;
  return `${address.slice(0, at).normalize("NFC")}@${encoded || domain}`;
}
