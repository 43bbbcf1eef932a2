import { dayIn } from "@/lib/values/dates.ts";
import type { Db } from "@/lib/db/connection.ts";
import { longMs, withDeadline } from "@/lib/db/deadline.ts";
import type { FileQuery } from "@/lib/input/list.ts";
import { findIds, readByIds } from "@/lib/records/listing/listing.ts";
import type { Reader } from "@/lib/records/lists.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { fileColumns, memberColumns, rowColumns, wordsOf } from "@/lib/views/exports/columns.ts";
import { byteOrderMark, createRowWriter } from "@/lib/views/exports/csv_text.ts";
import { MemberNames } from "@/lib/views/exports/member_names.ts";
import { listed, type ListedNoun, type ListedRow } from "@/lib/views/listed.ts";
import { exportNames, exportStyle } from "@/lib/views/exports/words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** Runs `work` in a transaction of its own, as the member who asked. */
export type Opening = <T>(work: (call: { trx: Db; member: Reader }) => Promise<T>) => Promise<T>;

/** Records of a part: while one is read nobody else is answered. */
const partSize = 1_000;
/** Records that are written in one go: other calls come between. */
const writtenSize = 500;
const maxRecords = 1_000_000;

export const exportDescription =
  "All records of the list with these parameters when it begins, a million at most. Choices are " +
  "the API's values, unless `words` asks for words.";

/**
 * A list as CSV in the language of `words`, else the member's, else `language`. Its ids are settled
 * first; parts are read in transactions of their own, so that a slow reader holds none.
 * @returns the file's name without extension, and its text in parts
 */
export async function exportList(
  open: Opening,
  noun: ListedNoun,
  { words, ...query }: FileQuery,
  { language: preferred, now = currentTime() }: { language: Language; now?: Date },
): Promise<{ name: string; parts: AsyncGenerator<string> }> {
  const members = new MemberNames(memberColumns(noun));
  const readPart = async (trx: Db, member: Reader, ids: number[]): Promise<ListedRow[]> => {
    const listing = listed[noun].listing(trx, { query, reader: member, now });
    const columns = rowColumns(noun, listing);
    const rows: ListedRow[] = await readByIds(trx, member, { ids, columns }, listing);
    await members.addTo(rows, trx, member);
    return rows.map(listing.file?.show ?? listing.show);
  };
  const start = await open(async ({ trx, member }) => {
    const { spec, table } = listed[noun].listing(trx, { query, reader: member, now });
    const ids = await findIds(trx, member, query, { spec, table, max: maxRecords });
    const first = await readPart(trx, member, ids.slice(0, partSize));
    return { ids, first, timezone: member.timezone, ...await findReader(trx, member) };
  });
  const language = words ?? start.language ?? preferred;
  const write = createWriter(noun, { language, timezone: start.timezone, hasWords: !!words });
  const { ids, first, company, timezone } = start;
  async function* parts() {
    yield write.head;
    yield* write.rows(first);
    for (let at = partSize; at < ids.length; at += partSize) {
      const part = ids.slice(at, at + partSize);
      const records = await withDeadline(
        longMs,
        () => open(({ trx, member }) => readPart(trx, member, part)),
      );
      yield* write.rows(records);
    }
  }
  const name = `${company} ${exportNames[noun][language]} ${dayIn(timezone, now)}`;
  return { name, parts: parts() };
}

interface Writing {
  language: Language;
  timezone: string;
  hasWords: boolean;
}

function createWriter(noun: ListedNoun, { language, timezone, hasWords }: Writing) {
  const { delimiter, decimals, yes, no } = speak(exportStyle, language);
  const writeRow = createRowWriter({
    delimiter: delimiter as "," | ";",
    decimals: decimals as "," | ".",
    timezone,
    yes,
    no,
  });
  const columns = fileColumns(noun).map(({ name, label, field }) => ({
    name,
    label: label[language],
    words: hasWords ? wordsOf(field, language) : undefined,
  }));
  const head = byteOrderMark + writeRow(columns.map(({ label }) => label));
  const row = (record: ListedRow) =>
    writeRow(columns.map(({ name, words }) => words?.[String(record[name])] ?? record[name]));
  function* rows(records: ListedRow[]) {
    for (let at = 0; at < records.length; at += writtenSize) {
      yield records.slice(at, at + writtenSize).map(row).join("");
    }
  }
  return { head, rows };
}

async function findReader(db: Db, { companyId, userId }: Reader) {
  const { name: company } = await db.selectFrom("companies").select("name")
    .where("id", "=", companyId).executeTakeFirstOrThrow();
  const { language } = await db.selectFrom("users as u")
    .innerJoin("user_companies as m", "m.user_id", "u.id")
    .select(({ fn }) => fn.coalesce("m.unproved_language", "u.language").as("language"))
    .where("m.company_id", "=", companyId).where("u.id", "=", userId).executeTakeFirstOrThrow();
  return { company, language };
}
