import type { Db } from "@/lib/db/connection.ts";
import { isPassedBy, newerIn, type SchemaState } from "@/lib/db/migration/compatibility.ts";
import { readNotes, readOldest } from "@/lib/db/migration/notes.ts";
import type { Log } from "@/lib/tools/log.ts";

/** Follows what later versions do to the schema while this process runs. */
export class SchemaWatch {
  #isNewer = false;
  #isPassed = false;

  constructor(private readonly db: Db, private readonly log: Log) {}

  /** A later version has migrated; this one goes on. */
  get isNewer(): boolean {
    return this.#isNewer;
  }

  /** A later version has taken away what this one needs. */
  get isPassed(): boolean {
    return this.#isPassed;
  }

  /** Done at start, and every minute by `recurring.ts`. */
  async look(): Promise<void> {
    const [notes, oldest] = await Promise.all([readNotes(this.db), readOldest(this.db)]);
    const state: SchemaState = { notes, oldest };
    const newer = newerIn(state);
    if (newer.length > 0 && !this.#isNewer) this.log.warn("schema_newer", { newer });
    this.#isNewer = newer.length > 0;
    const isPassed = isPassedBy(state);
    if (isPassed && !this.#isPassed) this.log.error("schema_passed", { oldest, newer });
    this.#isPassed = isPassed;
  }
}
