import { sql } from "kysely";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { metaOf } from "@/lib/input/list.ts";
import type { ActivityQuery } from "@/lib/records/activity.ts";
import { isWith, isWithin } from "@/lib/records/listing/conditions.ts";
import type { Reader } from "@/lib/records/lists.ts";
import { withMember } from "@/lib/records/joins.ts";
import { nouns } from "@/lib/records/nouns.ts";
import type { Actor, Changes } from "@/lib/records/records.ts";
import { subjectIn, type SubjectKind, subjectKinds } from "@/lib/records/subject.ts";
import { namedSubject } from "@/lib/records/subjects.ts";

export type Subject =
  | { [Kind in SubjectKind]: { [Key in (typeof nouns)[Kind]["key"]]: number } }[SubjectKind]
  | { channel_id: number };

export interface Happening {
  /** Past tense: `created`, `changed`, `sent`, `won`, … */
  verb: string;
  subject?: Subject;
  /** The client whose timeline shows it. */
  clientId?: number | null;
  changes?: Changes;
  by?: "public" | "system";
}

/** Verb of the company's own activities: the only ones without a subject. */
export const rulesVerb = "approval_rules_changed";
export const hoursVerb = "hours_changed";
export const companyVerbs = [rulesVerb, hoursVerb];

/** Moves open pages and makes no activity: the progress of a delivery. */
export const silentVerb = "delivery_moved";

const silent = new Set([
  "version",
  "updated_at",
  "updated_by",
  "email_norm",
  "phone_e164",
  "position",
  "series_id",
  "original_day",
  "set_apart",
]);

/** Call it in the transaction of the change itself. */
export async function recordActivities(
  trx: Trx,
  actor: Actor,
  happenings: Happening[],
): Promise<void> {
  if (happenings.length === 0) return;
  const rows = happenings.map((happening) => activityOf(actor, happening))
    .map((row) => ({ ...row, changes: JSON.stringify(row.changes) }));
  await trx.insertInto("activities").values(rows).execute();
  announceActivities(trx, actor);
}

export function announceActivities(trx: Trx, { companyId }: Tenant): void {
  trx.afterCommit({ kind: "changed", companyId, feed: "records" });
}

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

/** Writes nothing if only bookkeeping columns changed. */
export async function recordChange(
  trx: Trx,
  actor: Actor,
  happening: Omit<Happening, "verb"> & { changes: Changes },
): Promise<void> {
  if (Object.keys(loud(happening.changes)).length === 0) return;
  await recordActivities(trx, actor, [{ ...happening, verb: "changed" }]);
}

const ofCompany = sql`json_build_object('type', 'company', 'id', a.company_id,
  'name', (select name from companies where id = a.company_id))`;

/** A count would read the company's whole history; pages ahead are counted up to here. */
const pagesAhead = 10;

/** Newest first, of one record or the company. Two statements. */
export async function listActivities(db: Db, reader: Reader, query: ActivityQuery) {
  const of = () => narrowed(db, reader, query);
  const records = await of().$call(withMember("actor", "a.actor_id"))
    .select(["a.id", "a.at", "a.verb", "a.changes", "a.actor_kind"])
    .select(namedSubject("a", subjectKinds, ofCompany).as("subject"))
    .orderBy("a.at", "desc").orderBy("a.id", "desc")
    .limit(query.per_page).offset((query.page - 1) * query.per_page).execute();
  const counted = (query.page + pagesAhead) * query.per_page;
  const first = of().select("a.id").orderBy("a.at", "desc").limit(counted);
  const { total } = await db.selectFrom(first.as("counted"))
    .select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow();
  return { records, meta: metaOf(query, total) };
}

function narrowed(db: Db, reader: Reader, query: ActivityQuery) {
  const { actor_id, noun, at_from, at_to } = query;
  const { companyId, timezone } = reader;
  const subject = subjectIn(query);
  return db.selectFrom("activities as a").where("a.company_id", "=", companyId)
    .where("a.verb", "<>", silentVerb)
    .$if(subject !== undefined, (q) => q.where(`a.${subject!.name}`, "=", subject!.id))
    .$if(actor_id !== undefined, (q) => q.where(isWith(sql.ref("a.actor_id"), actor_id!, reader)))
    .$if(
      noun !== undefined,
      (q) =>
        q.where((eb) => eb.or(noun!.map((kind) => eb(`a.${nouns[kind].key}`, "is not", null)))),
    )
    .$if(
      at_from !== undefined || at_to !== undefined,
      (q) => q.where(isWithin(sql.ref("a.at"), { from: at_from, to: at_to }, timezone)),
    );
}

function clientIn(subject?: Subject): number | null {
  return subject && "client_id" in subject ? subject.client_id : null;
}

function loud(changes: Changes): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !silent.has(name)));
}
