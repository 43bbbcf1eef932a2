import { dayIn } from "@/lib/dates.ts";
import type { Db } from "@/lib/db/connection.ts";
import { longMs, withDeadline } from "@/lib/db/deadline.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { findIds, readByIds } from "@/lib/records/listing/listing.ts";
import type { Reader } from "@/lib/records/lists.ts";
import { type ExportedNoun, fileColumns } from "@/lib/views/exports/columns.ts";
import { byteOrderMark, createRowWriter } from "@/lib/views/exports/csv_text.ts";
import { listings, type Shown } from "@/lib/views/lists/listings.ts";
import { exportNames, exportStyle } from "@/lib/words/exports.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** Runs `work` in a transaction of its own, as the member who asked. */
type Opening = <T>(work: (call: { trx: Db; member: Reader }) => Promise<T>) => Promise<T>;

/** So many records are read at once, and kept in memory. */
const partSize = 500;
const maxRecords = 1_000_000;

export const exportDescription =
  "All records of the list with these parameters, a million at most, in the member's language, " +
  "else that of `Accept-Language`. Which they are is settled at the start.";

/**
 * A list as a CSV file, in the member's language, else in `language`. Which records are in it is
 * settled at the start; they are read part by part, each part in a transaction of its own, so that a
 * slow reader holds none, and with a deadline of its own, so that the longest list comes to its end.
 * @returns the file's name without its extension, and its text in parts
 */
export async function exportList(
  open: Opening,
  noun: ExportedNoun,
  asked: ListQuery,
  { language: preferred, now = new Date() }: { language: Language; now?: Date },
): Promise<{ name: string; parts: AsyncGenerator<string> }> {
  const readPart = (trx: Db, member: Reader, ids: number[]) =>
    readByIds(member, ids, listings[noun](trx, { asked, reader: member, now }));
  const start = await open(async ({ trx, member }) => {
    const { spec, table } = listings[noun](trx, { asked, reader: member, now });
    const ids = await findIds(member, asked, { spec, table, max: maxRecords });
    const first = await readPart(trx, member, ids.slice(0, partSize));
    return { ids, first, timezone: member.timezone, ...await findReader(trx, member) };
  });
  const language = start.language ?? preferred;
  const write = createWriter(noun, language, start.timezone);
  const { ids, first, company, timezone } = start;
  async function* parts() {
    yield write.head + first.map(write.row).join("");
    for (let at = partSize; at < ids.length; at += partSize) {
      const part = ids.slice(at, at + partSize);
      const records = await withDeadline(
        longMs,
        () => open(({ trx, member }) => readPart(trx, member, part)),
      );
      yield records.map(write.row).join("");
    }
  }
  const name = `${company} ${exportNames[noun][language]} ${dayIn(timezone, now)}`;
  return { name, parts: parts() };
}

function createWriter(noun: ExportedNoun, language: Language, timezone: string) {
  const { delimiter, decimals, yes, no } = speak(exportStyle, language);
  const writeRow = createRowWriter({
    delimiter: delimiter as "," | ";",
    decimals: decimals as "," | ".",
    timezone,
    yes,
    no,
  });
  const columns = fileColumns(noun);
  const head = byteOrderMark + writeRow(columns.map(({ label }) => label[language]));
  return { head, row: (record: Shown) => writeRow(columns.map(({ name }) => record[name])) };
}

/** The name of the company, and the language that the member has chosen, if any. */
async function findReader(db: Db, { companyId, userId }: Reader) {
  const { name: company } = await db.selectFrom("companies").select("name")
    .where("id", "=", companyId).executeTakeFirstOrThrow();
  const { language } = await db.selectFrom("users as u")
    .innerJoin("user_companies as m", "m.user_id", "u.id")
    .select(({ fn }) => fn.coalesce("m.unproved_language", "u.language").as("language"))
    .where("m.company_id", "=", companyId).where("u.id", "=", userId).executeTakeFirstOrThrow();
  return { company, language };
}
