import * as z from "zod";
import type { Member } from "@/lib/access/members.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { longMs } from "@/lib/db/deadline.ts";
import { answerValues, valuesOf } from "@/lib/http/filter_values.ts";
import { csvResponse } from "@/lib/http/text_file.ts";
import { exportSchema, type ListQuery } from "@/lib/input/list.ts";
import { exportDescription, exportList } from "@/lib/views/exports/export_list.ts";
import { listed, type ListedNoun } from "@/lib/views/listed.ts";
import { readValues } from "@/lib/views/lists/filter_values.ts";
import type { Language } from "@/lib/words/language.ts";

interface FileCall {
  query: object;
  language: Language;
  asMember: Parameters<typeof exportList>[0];
}

interface ValuesCall {
  trx: Trx;
  member: Member;
  query: object;
}

/** Endpoint of a list as a CSV file, but for its credential and summary. */
export function listFile(noun: ListedNoun) {
  return {
    description: exportDescription,
    query: exportSchema(listed[noun].spec),
    deadlineMs: longMs,
    returns: z.string(),
    mediaType: "text/csv" as const,
    runWithoutTransaction: async ({ query, language, asMember }: FileCall) =>
      csvResponse(await exportList(asMember, noun, query as ListQuery, { language })),
  };
}

/** Endpoint of the values of a list's filters, but for its credential and summary. */
export function listValues(noun: ListedNoun) {
  return {
    ...valuesOf(listed[noun].spec),
    run: async ({ trx, member, query }: ValuesCall) =>
      answerValues(await readValues(trx, member, noun, query as never)),
  };
}
