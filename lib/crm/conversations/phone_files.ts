import { sql } from "kysely";
import { isTheirs, type PhoneMember } from "@/lib/crm/conversations/reach.ts";
import type { Db } from "@/lib/db/connection.ts";
import { lookUp } from "@/lib/db/keys.ts";
import type { FileRecord } from "@/lib/files/file.ts";
import { findFile } from "@/lib/files/files.ts";
import { problem } from "@/lib/input/errors.ts";

/** A file of a conversation that they see, or one that they brought. @throws Problem not_found */
export async function findPhoneFile(
  db: Db,
  member: PhoneMember,
  id: string,
): Promise<FileRecord> {
  const { companyId, userId } = member;
  // No coalesce: it may leak by its errors, so row-level security lets it find no key.
  const contact = sql`case when m.contact_id is not null then m.contact_id else n.contact_id end`;
  const { rows } = await sql`
    select from files f
    left join contact_messages m on m.company_id = f.company_id and m.id = f.message_id
    left join notes n on n.company_id = f.company_id and n.id = f.note_id
    left join ${
    lookUp(sql`select * from contacts
      where company_id = ${companyId} and id = ${contact}`)
  } t on true
    where f.company_id = ${companyId} and f.id = ${id}
      and (f.created_by = ${userId} and f.message_id is null and f.note_id is null
        or t.deleted_at is null and coalesce(m.deleted_at, n.deleted_at) is null
          and t.id is not null and ${isTheirs("t", member)})`.execute(db);
  if (rows.length === 0) throw problem("not_found");
  return await findFile(db, member, id);
}
