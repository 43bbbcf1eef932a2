/** Records that have all terms of a question, by `search_words` (docs/decisions/0070). */
import { type RawBuilder, sql } from "kysely";
import {
  type WordKind,
  wordKinds,
  type WordState,
  wordStates,
} from "@/lib/records/listing/word_codes.ts";
import { rangeOf, type Term } from "@/lib/records/search_words.ts";

export interface WordsAmong {
  companyId: number;
  kind: WordKind;
  states: WordState[];
}

/** Records of the rarest term that are looked at by their own words instead of by the others'. */
const mostRare = 2_000;

/** Ids, some twice. The rarest term's records are looked at, or else all sets are intersected. */
export function recordsWith(terms: Term[], among: WordsAmong): RawBuilder<unknown> {
  const sets = terms.map((term) => setOf(term, among));
  const every = sql.join(sets, sql` intersect `);
  if (terms.length < 2) return every;
  const fewOf = (term: Term) =>
    sql`(array(select record_id from (${looksOf(term, among)}) few limit ${mostRare + 1}))`;
  return sql`
    with rarest (ids) as materialized (
      select ids from (values ${sql.join(terms.map(fewOf))}) each_term (ids)
      order by cardinality(ids) limit 1)
    select hit.record_id from (select distinct unnest(ids) from rarest
        where cardinality(ids) <= ${mostRare}) hit (record_id)
      where ${hasTerms(sql`hit.record_id`, terms, among)}
    union all
    select record_id from (${every}) every_term (record_id)
      where (select cardinality(ids) > ${mostRare} from rarest)`;
}

/** By the record's own few words: `left` fits no index of words, whose ranges would be read. */
export function hasTerms(
  id: RawBuilder<unknown>,
  terms: Term[],
  { companyId, kind }: Omit<WordsAmong, "states">,
): RawBuilder<unknown> {
  const has = (word: string) =>
    sql`(select true from search_words w where w.company_id = ${companyId}
      and w.kind = ${wordKinds[kind]} and w.record_id = ${id}
      and left(w.word, ${[...word].length}) = ${word} limit 1)`;
  const conditions = terms.map((ways) => {
    const alternatives = ways.map((words) => sql`(${sql.join(words.map(has), sql` and `)})`);
    return sql`(${sql.join(alternatives, sql` or `)})`;
  });
  return sql.join(conditions, sql` and `);
}

export function beginsWith(word: string, among: WordsAmong): RawBuilder<unknown> {
  const { from, to } = rangeOf(word);
  return sql`${isAmong(among)} and word >= ${from} and word < ${to}`;
}

export function isAmong({ companyId, kind, states }: WordsAmong): RawBuilder<unknown> {
  const codes = states.map((state) => wordStates[state]);
  return sql`company_id = ${companyId} and kind = ${wordKinds[kind]} and state in (${
    sql.join(codes)
  })`;
}

function recordsOf(word: string, among: WordsAmong): RawBuilder<unknown> {
  return sql`select record_id from search_words where ${beginsWith(word, among)}`;
}

function setOf(ways: Term, among: WordsAmong): RawBuilder<unknown> {
  const alternatives = ways.map((words) =>
    sql.join(words.map((word) => recordsOf(word, among)), sql` intersect `)
  );
  const any = sql.join(alternatives, sql` union `);
  return ways.length === 1 ? any : sql`(${any})`;
}

/** At least the records of a term, by the longest word of each way. */
function looksOf(ways: Term, among: WordsAmong): RawBuilder<unknown> {
  const longest = (words: string[]) => words.reduce((a, b) => b.length > a.length ? b : a);
  return sql.join(ways.map((words) => recordsOf(longest(words), among)), sql` union all `);
}
