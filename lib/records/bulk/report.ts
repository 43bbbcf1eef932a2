import type { Problem } from "@/lib/input/errors.ts";
import type { BulkRecord, BulkReport } from "@/lib/records/bulk/bulk.ts";
import { errorWords } from "@/lib/words/errors.ts";
import { type Language, speak } from "@/lib/words/language.ts";

export function toReport({ undo_id, undo_until, records }: BulkReport, language: Language) {
  const count = (...wanted: BulkRecord["outcome"][]) =>
    records.filter(({ outcome }) => wanted.includes(outcome)).length;
  const [unchanged, skipped] = [count("unchanged"), count("skipped")];
  return {
    undo_id,
    undo_until,
    counts: {
      matched: records.length,
      done: records.length - unchanged - skipped,
      unchanged,
      skipped,
    },
    records: records.map(({ why, ...record }) =>
      why ? { ...record, ...reasonOf(why, language) } : record
    ),
  };
}

export function reasonOf({ code, extras }: Problem, language: Language) {
  const { fields, details, sentence = errorWords[code] } = extras;
  return {
    code,
    error: sentence[language],
    ...(fields ? { fields: speak(fields, language) } : {}),
    ...(details ? { details } : {}),
  };
}
