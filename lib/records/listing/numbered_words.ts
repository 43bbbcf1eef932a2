import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import { idRows, lookUp } from "@/lib/db/keys.ts";
import {
  type WordKind,
  wordKinds,
  type WordState,
  wordStates,
} from "@/lib/records/listing/word_codes.ts";
import { indexedWords } from "@/lib/records/search_words.ts";

interface Numbered {
  companyId: number;
  kind: WordKind;
  state: WordState;
  ids: readonly number[];
  /** Before the number. */
  text: string;
}

/** Writes the search words of records whose text is the same but for their id. Two statements. */
export async function writeNumberedWords(
  trx: Trx,
  { companyId, kind, state, ids, text }: Numbered,
): Promise<void> {
  if (ids.length === 0) return;
  const [keys, code] = [idRows(ids, "int"), sql.lit(wordKinds[kind])];
  const words = sql`select ctid from search_words
    where company_id = ${companyId} and kind = ${code} and record_id = k.id`;
  await sql`
    delete from search_words where ctid = any (array(
      select w.ctid from ${keys} k cross join ${lookUp(words)} w))`.execute(trx);
  await sql`
    insert into search_words (company_id, kind, state, word, record_id)
    select ${companyId}, ${code}, ${sql.lit(wordStates[state])}, word, k.id
    from ${keys} k cross join unnest(${indexedWords(text)}::text[] || k.id::text) word`
    .execute(trx);
}
