import { type RawBuilder, sql } from "kysely";
import { hitLimits } from "@/lib/figures/search_hit.ts";
import { hasTerms, isAmong } from "@/lib/records/listing/word_sets.ts";
import { rangeOf, type Term } from "@/lib/records/search_words.ts";

/** Automatic mail that a search finds: newsletters are many and alike, so each look is bounded. */

const mostOfTerm = 500;
const mostTerms = 8;

/** Mails with all of the terms: all of them where one term is rare, else the newest. */
export function ofNewestMails(terms: Term[], companyId: number): RawBuilder<unknown> {
  const within = isAmong({ companyId, kind: "automatic", states: ["live"] });
  const looks = terms.slice(0, mostTerms).flatMap((ways) =>
    ways.flatMap(([word]) => {
      const { from, to } = rangeOf(word!);
      return [
        sql`(select record_id from search_words where ${within} and word = ${word}
          order by record_id desc limit ${mostOfTerm})`,
        sql`(select record_id from search_words
          where ${within} and word > ${from} and word < ${to}
          order by word desc, record_id desc limit ${mostOfTerm})`,
      ];
    })
  );
  return sql`(select 'automatic'::text, hit.record_id, true
    from (${sql.join(looks, sql` union `)}) hit (record_id)
    where ${hasTerms(sql`hit.record_id`, terms, { companyId, kind: "automatic" })}
    order by hit.record_id desc limit ${mostOfTerm})`;
}

/** A mailbox that was disconnected shows its automatic mail no more. */
export function ofLiveMailboxes(
  mails: RawBuilder<unknown>[],
  companyId: number,
): RawBuilder<unknown> {
  return sql`(select m.kind, m.record_id, bool_or(m.exact) as exact
    from (${sql.join(mails, sql` union all `)}) m (kind, record_id, exact)
    cross join lateral (select from channel_events e
      join channel_accounts a on a.company_id = e.company_id and a.id = e.account_id
      where e.company_id = ${companyId} and e.id = m.record_id and a.deleted_at is null
      limit 1) kept
    group by m.kind, m.record_id
    order by bool_or(m.exact) desc, m.record_id desc limit ${hitLimits.counted + 1})`;
}

const sender = sql`coalesce(t.automatic #>> '{from,name}', t.automatic #>> '{from,address}')`;

export const shownMail = sql`coalesce(nullif(t.automatic ->> 'subject', ''), ${sender}, '–'),
  nullif(concat_ws(' · ', ${sender}, a.name), ''), t.automatic ->> 'kind', null::timestamptz,
  t.account_id from channel_events t
  join channel_accounts a on a.company_id = t.company_id and a.id = t.account_id`;
