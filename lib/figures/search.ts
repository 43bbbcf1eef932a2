import { type RawBuilder, sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { ofLiveMailboxes, ofNewestMails, shownMail } from "@/lib/figures/automatic_hits.ts";
import { type HitKind, hitKinds, hitLimits, type SearchHit } from "@/lib/figures/search_hit.ts";
import { labelOf } from "@/lib/records/noun_sql.ts";
import { type NounEntry, nouns, type NounSearch } from "@/lib/records/nouns.ts";
import { isAmong, recordsWith, type WordsAmong } from "@/lib/records/listing/word_sets.ts";
import { rangeOf, type Term, termsOf } from "@/lib/records/search_words.ts";

/** Longer words that are looked at, so that `a` costs no more than `ana`. */
const maxContinuations = 300;

/** Matches that are looked at where those of a series count as one. */
const maxOccurrences = 1_000;

/** Finds live records of every kind by the beginnings of their words; two statements. */
export async function search(db: Db, { companyId }: Tenant, q: string) {
  const matches = await candidates(db, { companyId }, termsOf(q));
  const groups = hitKinds.map((kind) => {
    const ids = [
      ...new Set(matches.filter((one) => one.kind === kind).map((one) => one.record_id)),
    ];
    return { kind, ids: ids.slice(0, hitLimits.shown), count: ids.length };
  });
  const hits = await describe(db, { companyId }, groups);
  return {
    q,
    groups: groups.map(({ kind, ids, count }) => ({
      kind,
      total: Math.min(count, hitLimits.counted),
      capped: count > hitLimits.counted,
      hits: ids.flatMap((id) => hits.filter((hit) => hit.kind === kind && hit.id === id)),
    })),
  };
}

interface Candidate {
  kind: HitKind;
  record_id: number;
}

/** The records of each kind, the best first; a few more than are counted. */
async function candidates(db: Db, { companyId }: Tenant, terms: Term[]): Promise<Candidate[]> {
  if (terms.length === 0) return [];
  const word = soleWord(terms);
  const branches = hitKinds.flatMap((kind) => {
    const among: WordsAmong = { companyId, kind, states: ["live"] };
    if (kind === "automatic") {
      const mails = word === undefined
        ? [ofNewestMails(terms, companyId)]
        : ofOneWord(among, word, maxOccurrences);
      return [ofLiveMailboxes(mails, companyId)];
    }
    const { series } = nouns[kind].search as NounSearch;
    const most = series ? maxOccurrences : hitLimits.counted + 1;
    const matches = word === undefined
      ? [ofAllTerms(terms, among, most)]
      : ofOneWord(among, word, most);
    return series ? [oneOfEach(series, nouns[kind].table, companyId, matches)] : matches;
  });
  const { rows } = await sql<Candidate>`
    select kind, record_id
    from (${sql.join(branches, sql` union all `)}) found (kind, record_id, exact)
    order by exact desc, record_id desc`.execute(db);
  return rows;
}

function soleWord([ways, ...more]: Term[]): string | undefined {
  return more.length === 0 && ways?.length === 1 && ways[0]!.length === 1 ? ways[0]![0] : undefined;
}

/** Bounded index scans: the newest with the exact word, then some with a longer one. */
function ofOneWord(among: WordsAmong, word: string, most: number) {
  const { from, to } = rangeOf(word);
  const within = isAmong(among);
  return [
    sql`(select ${among.kind}::text, record_id, true as exact from search_words
      where ${within} and word = ${word}
      order by record_id desc limit ${most})`,
    sql`(select ${among.kind}::text, record_id, false from search_words
      where ${within} and word > ${from} and word < ${to}
      order by word desc, record_id desc limit ${maxContinuations})`,
  ];
}

function ofAllTerms(terms: Term[], among: WordsAmong, most: number) {
  return sql`(select ${among.kind}::text, record_id, true
    from (${recordsWith(terms, among)}) common
    order by record_id desc limit ${most})`;
}

/** Keeps the next event of a series, or the last where none is ahead. */
function oneOfEach(
  { key, start, end }: NonNullable<NounSearch["series"]>,
  table: string,
  companyId: number,
  matches: RawBuilder<unknown>[],
) {
  const one = sql`coalesce(${sql.ref(`t.${key}`)}, -t.id)`;
  return sql`(select distinct on (${one}) m.kind, m.record_id, m.exact
    from (${sql.join(matches, sql` union all `)}) m (kind, record_id, exact)
    join ${sql.table(table)} t on t.company_id = ${companyId} and t.id = m.record_id
    order by ${one}, ${sql.ref(`t.${end}`)} < now(),
      abs(extract(epoch from ${sql.ref(`t.${start}`)} - now())), m.exact desc)`;
}

/** A kind's hits: title, subtitle, status, start and mailbox of each. */
function shownColumn(kind: HitKind): RawBuilder<unknown> {
  if (kind === "automatic") return shownMail;
  const { table, client, search }: NounEntry = nouns[kind];
  const { subtitle, status, series } = search!;
  const start = series ? sql.ref(`t.${series.start}`) : sql`null::timestamptz`;
  const joined = client === null ? sql`` : sql`left join clients client
    on client.company_id = t.company_id and client.id = ${sql.ref(`t.${client}`)}`;
  return sql`${labelOf(kind, "t")},
    nullif(concat_ws(' · ', ${sql.raw(subtitle.join(", "))}), ''), ${sql.raw(status)}, ${start},
    null::integer from ${sql.table(table)} t ${joined}`;
}

async function describe(db: Db, { companyId }: Tenant, groups: { kind: HitKind; ids: number[] }[]) {
  const wanted = groups.filter(({ ids }) => ids.length > 0);
  if (wanted.length === 0) return [];
  const branches = wanted.map(({ kind, ids }) =>
    sql`select ${kind}::text, t.id, ${shownColumn(kind)}
      where t.company_id = ${companyId} and t.id in (${sql.join(ids)})`
  );
  const { rows } = await sql<Omit<SearchHit, "starts_at"> & { starts_at: Date | null }>`
    select * from (${sql.join(branches, sql` union all `)})
      hit (kind, id, title, subtitle, status, starts_at, account_id)`.execute(db);
  return rows.map((row): SearchHit => ({
    ...row,
    starts_at: row.starts_at && row.starts_at.toISOString(),
  }));
}
