import { type RawBuilder, sql } from "kysely";
import { hitLimits } from "@/lib/figures/search_hit.ts";
import { rangeOf, type Term } from "@/lib/records/search_words.ts";

/** Automatic mail that a search finds: newsletters are many and alike, so each look is bounded. */

const mostOfTerm = 500;
const mostTerms = 8;

/** Mails with all of the terms: all of them where one term is rare, else the newest. */
export function ofNewestMails(terms: Term[], companyId: number): RawBuilder<unknown> {
  const within = sql`company_id = ${companyId} and kind = 'automatic' and state = 'live'`;
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
  // By the mail's own few words: a range of them would be read whole for each mail.
  const has = (word: string) =>
    sql`(select true from search_words w where w.company_id = ${companyId}
      and w.kind = 'automatic' and w.record_id = hit.record_id
      and left(w.word, ${[...word].length}) = ${word} limit 1)`;
  const conditions = terms.map((ways) => {
    const alternatives = ways.map((words) => sql`(${sql.join(words.map(has), sql` and `)})`);
    return sql`(${sql.join(alternatives, sql` or `)})`;
  });
  return sql`(select 'automatic'::text, hit.record_id, true
    from (${sql.join(looks, sql` union `)}) hit (record_id)
    where ${sql.join(conditions, sql` and `)}
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
