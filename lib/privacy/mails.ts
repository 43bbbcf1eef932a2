import { sql } from "kysely";
import { messageIdIn } from "@/lib/channels/in/erased_mail.ts";
import { fieldsOf, mostHeadBytes, wordsIn } from "@/lib/channels/in/raw_head.ts";
import type { Db } from "@/lib/db/connection.ts";
import { lookUp } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { AccountKind } from "@/lib/values/account_kinds.ts";

/** An event of a channel that no conversation has. */
export interface MailOf {
  id: number;
  messageId: string | null;
}

/** Finds automatic mail from or about the addresses, and what of theirs is unread. Two statements. */
export async function findMails(
  db: Db,
  { companyId }: Tenant,
  addresses: readonly string[],
): Promise<MailOf[]> {
  const values = [...new Set(addresses.map((one) => one.toLowerCase()))];
  if (values.length === 0) return [];
  const names = values.map(patternOf);
  const text = sql`lower(encode(substring(e.body from 1 for ${sql.lit(mostHeadBytes)}), 'escape'))`;
  const { rows: automatic } = await sql<MailOf>`
    select e.id, null as "messageId" from channel_events e
    where e.company_id = ${companyId} and e.automatic is not null and (
      lower(e.automatic -> 'from' ->> 'address') = any (${values}::text[])
      or e.automatic -> 'about' ?| ${values}::text[]
      or e.automatic ->> 'kind' <> 'list' and e.body is not null
        and ${text} ~ any (${names}::text[]))`.execute(db);
  const { rows: unread } = await sql<Unread>`
    select e.id, a.kind, e.direction, substring(e.body from 1 for ${sql.lit(mostHeadBytes)}) as head
    from (${unreadOf(companyId)}) e
    cross join ${
    lookUp(sql`select kind from channel_accounts
      where company_id = ${companyId} and id = e.account_id`)
  } a
    where e.body is not null and ${text} ~ any (${names}::text[])`.execute(db);
  const isTheirs = new Set(values.flatMap((one) => [one, asBytes(one)]));
  return [
    ...automatic,
    ...unread.filter((one) => isOf(one, isTheirs))
      .map(({ id, head, kind }) => ({
        id,
        messageId: kind === "email" ? messageIdIn(head) : null,
      })),
  ];
}

/** Unread events; each order leaves the planner one index. */
function unreadOf(companyId: number) {
  const row = sql`select id, account_id, direction, body from channel_events
    where company_id = ${companyId}`;
  return sql`(${row} and state = 'waiting' order by lane, account_id, id offset 0)
    union all (${row} and state = 'problem' order by account_id, id offset 0)`;
}

interface Unread {
  id: number;
  kind: AccountKind;
  direction: "in" | "out";
  head: Uint8Array;
}

const fields = { in: ["from", "sender", "reply-to", "x-original-from"], out: ["to", "cc", "bcc"] };

// A mail that only names them is somebody else's.
function isOf({ kind, direction, head }: Unread, addresses: Set<string>): boolean {
  if (kind !== "email") return true;
  for (const [name, value] of fieldsOf(head)) {
    if (fields[direction].includes(name) && wordsIn(value).some((one) => addresses.has(one))) {
      return true;
    }
  }
  return false;
}

/** The text as a head shows it that is read byte by byte. */
function asBytes(text: string): string {
  return new TextDecoder("latin1").decode(new TextEncoder().encode(text)).toLowerCase();
}

/** Matches the address itself, and not one that only ends like it, in bytes written as `escape`. */
function patternOf(address: string): string {
  const escaped = [...new TextEncoder().encode(address)].map((byte) => {
    if (byte > 127) return `\\\\${byte.toString(8)}`;
    const char = String.fromCharCode(byte);
    return /[a-z0-9@]/.test(char) ? char : `\\${char}`;
  });
  return `(^|[^a-z0-9._+-])${escaped.join("")}($|[^a-z0-9-])`;
}
