import type { ImportKind } from "@/lib/records/imports/import.ts";
import { type ImportJob, type ImportRead, readImport } from "@/lib/records/imports/read_import.ts";
import type { SubjectKind } from "@/lib/records/subject.ts";
import { Problem, problem } from "@/lib/input/errors.ts";
import type { Text } from "@/lib/words/language.ts";
import { serveJobs, Thread } from "@/lib/work/thread.ts";

type Answer = { read: ImportRead } | { refused: Record<string, Text> };

/** Far above what the largest file within the limits takes, on a busy machine too. */
const maxReadingMs = 60_000;

/** Reads files in a thread of its own, companies in turn: a large one holds up no request. */
export class ImportReader {
  #thread: Thread<ImportJob, Answer>;

  /** @param url of the module that serves the kinds by {@linkcode serveImports} */
  constructor(url: URL) {
    this.#thread = new Thread(url, { jobMs: maxReadingMs });
  }

  /**
   * Hold no transaction meanwhile.
   * @param turn those with the same one wait for one another, mostly a company
   * @param signal of a caller who may go away; then nobody needs the result
   * @throws Problem validation_failed (as `readImport`), bad_request the caller is gone
   */
  async read(job: ImportJob, turn: number, signal: AbortSignal): Promise<ImportRead> {
    // A copy is handed over: the caller's bytes may be part of something larger.
    const bytes = new Uint8Array(job.bytes);
    const options = { moved: [bytes.buffer], signal };
    const answer = await this.#thread.run({ ...job, bytes }, turn, options)
      .catch((error) => {
        throw signal.aborted ? problem("bad_request", { cause: error }) : error;
      });
    if (signal.aborted) throw problem("bad_request", { cause: signal.reason });
    if ("refused" in answer) throw problem("validation_failed", { fields: answer.refused });
    return answer.read;
  }

  close(): void {
    this.#thread.close();
  }
}

/** Makes the module of a thread read files of these kinds. */
// deno-lint-ignore no-explicit-any -- each kind has values of its own
export function serveImports(kinds: Partial<Record<SubjectKind, ImportKind<any>>>): void {
  serveJobs((job: ImportJob): Answer => {
    try {
      return { read: readImport(kinds[job.noun]!, job) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { refused: error.extras.fields ?? {} };
    }
  }, (answer) => "read" in answer ? answer.read.parts.map(({ buffer }) => buffer) : []);
}
