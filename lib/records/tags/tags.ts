import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { type TaggedNoun, taggedNouns } from "@/lib/records/tags/tag.ts";

const maxTags = 500;

/** The most used tags first, each in its most used spelling; 500 at most. */
export async function listTags(db: Db, tenant: Tenant, about: About) {
  const { rows } = await tagsOf(tenant, about).execute(db);
  return rows;
}

interface About {
  noun?: TaggedNoun | undefined;
}

export interface UsedTag {
  tag: string;
  count: number;
}

export function tagsOf({ companyId }: Tenant, { noun }: About) {
  const parts = (noun ? [noun] : taggedNouns).map((one) =>
    sql`select unnest(tags) as tag from ${sql.table(nouns[one].table)}
      where company_id = ${companyId} and deleted_at is null and tags <> '{}'
        ${one === "contact" ? sql`and not is_spam and not held` : sql``}`
  );
  return sql<UsedTag>`
    select mode() within group (order by tag) as tag, count(*) as count
    from (${sql.join(parts, sql` union all `)}) used
    group by lower(tag collate "und-x-icu") order by count desc, 1 limit ${maxTags}`;
}
