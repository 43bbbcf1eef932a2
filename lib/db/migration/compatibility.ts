import { migrations } from "@/lib/db/migrate.ts";
import type { Note } from "@/lib/db/migration/notes.ts";
import { version } from "@/lib/tools/version.ts";

export interface SchemaState {
  notes: Note[];
  oldest: string | null; // the migration that a version must know, since 0084
}

export function missingIn({ notes }: SchemaState): string[] {
  const names = new Set(notes.map(({ name }) => name));
  return Object.keys(migrations).filter((name) => !names.has(name));
}

export function newerIn({ notes }: SchemaState): Note[] {
  return notes.filter(({ name }) => !Object.hasOwn(migrations, name));
}

/** A later version took away what this one needs, or asks of rows what it does not write. */
export function isPassedBy({ oldest }: SchemaState): boolean {
  return oldest !== null && !Object.hasOwn(migrations, oldest);
}

/** Why this version cannot use the schema, however much it migrates; null where it can. */
export function whyTooNew(state: SchemaState): string | null {
  const newer = newerIn(state);
  const isPassed = isPassedBy(state);
  const missing = missingIn(state);
  if (!isPassed && (newer.length === 0 || missing.length === 0)) return null;
  const by = newer.findLast((note) => note.version)?.version;
  const reasons = [
    ...newer.length > 0 ? [`has ${newer.map(({ name }) => name).join(", ")}`] : [],
    ...missing.length > 0 ? [`lacks ${missing.join(", ")}`] : [],
    ...isPassed ? [`asks for a version that knows ${state.oldest}`] : [],
  ];
  return `the database is of a newer version${by ? `, ${by}` : ""}: it ${reasons.join(", ")}; ` +
    `this is ${version}`;
}
