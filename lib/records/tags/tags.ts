import { sql } from "kysely";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import { foldRows } from "@/lib/db/fold.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";
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
  const nouns = noun ? [noun] : taggedNouns;
  return sql<UsedTag>`
    select (array_agg(tag order by n desc, tag))[1] as tag, sum(n)::int as count
    from (
      select tag, sum(n) as n from tag_counts
      where company_id = ${companyId} and noun in (${sql.join(nouns)}) group by tag
      having sum(n) > 0
    ) used
    group by lower(tag collate "und-x-icu") order by count desc, 1 limit ${maxTags}`;
}

const tagCounts = {
  table: "tag_counts",
  key: ["company_id", "noun", "tag"],
  sums: ["n"],
} as const;

/** Triggers keep the counts of tags (0082_kept_counts.ts). */
export async function foldTags(db: Db): Promise<void> {
  await asWorker(db, (trx) => foldRows(trx, tagCounts));
}

/** Forgets the tags that no record has any more, in a transaction of the company. */
export async function forgetTags(trx: BareTrx): Promise<void> {
  await foldRows(trx, tagCounts);
}
