import { readCsv } from "@/lib/records/imports/csv.ts";
import type { CsvJob, CsvRead } from "@/lib/records/imports/csv_reader.ts";
import { Problem } from "@/lib/input/errors.ts";
import { serveJobs } from "@/lib/work/thread.ts";

/** The thread of lib/records/imports/csv_reader.ts: a file comes in, its rows or what is wrong go out. */
serveJobs(({ bytes, known, limits }: CsvJob): CsvRead => {
  try {
    return { file: readCsv(bytes, { known: new Set(known), limits }) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { refused: error.extras.fields ?? {} };
  }
});
