import type { Trx } from "@/lib/db/connection.ts";
import type { nouns } from "@/lib/records/nouns.ts";
import type { Actor, Changes } from "@/lib/records/records.ts";
import type { SubjectKind } from "@/lib/records/subject.ts";

/** The record that something happened to. */
export type Subject = {
  [Kind in SubjectKind]: { [Key in (typeof nouns)[Kind]["key"]]: number };
}[SubjectKind];

export interface Happening {
  /** What happened, in the past tense: `created`, `changed`, `sent`, `won`, … */
  verb: string;
  subject: Subject;
  /** The client whose timeline it belongs to, whatever the subject is. */
  clientId?: number | null;
  changes?: Changes;
  /** Who did it where it was no user. */
  by?: "public" | "system";
}

// Bookkeeping that a person would not call a change.
const silent = new Set([
  "version",
  "updated_at",
  "updated_by",
  "email_norm",
  "phone_e164",
  "position",
]);

/** Writes what happened, in the transaction in which it happens. */
export async function recordActivities(
  trx: Trx,
  actor: Actor,
  happenings: Happening[],
): Promise<void> {
  if (happenings.length === 0) return;
  const rows = happenings.map((happening) => activityOf(actor, happening))
    .map((row) => ({ ...row, changes: JSON.stringify(row.changes) }));
  await trx.insertInto("activities").values(rows).execute();
}

/** What happened, in the columns of the table. */
export function activityOf(actor: Actor, happening: Happening) {
  return {
    company_id: actor.companyId,
    verb: happening.verb,
    changes: loud(happening.changes ?? {}),
    actor_id: actor.userId,
    actor_kind: happening.by ?? (actor.userId === null ? "system" as const : "user" as const),
    timeline_client_id: happening.clientId ?? clientIn(happening.subject),
    ...happening.subject,
  };
}

/** Writes `changed`, unless nothing changed that a person would call a change. */
export async function recordChange(
  trx: Trx,
  actor: Actor,
  happening: Omit<Happening, "verb"> & { changes: Changes },
): Promise<void> {
  if (Object.keys(loud(happening.changes)).length === 0) return;
  await recordActivities(trx, actor, [{ ...happening, verb: "changed" }]);
}

/** What happens to a client itself is in its timeline without saying so. */
function clientIn(subject: Subject): number | null {
  return "client_id" in subject ? subject.client_id : null;
}

function loud(changes: Changes): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !silent.has(name)));
}
