export const change = "widens";

type Lock = "AccessExclusiveLock" | "ShareRowExclusiveLock";

const quick = (sql: string, locks: Record<string, Lock> = {}) => ({ statement: { sql, locks } });

/** The first of an event's reminders, for a row named as told. */
const first = (row: string) =>
  `${row}.starts_at - make_interval(mins =>
  (select max(lead) from unnest(${row}.reminder_minutes) lead))`;

const watched = ["starts_at", "reminder_minutes", "assignee_id", "deleted_at"];
const valuesOf = (row: string) => watched.map((name) => `${row}.${name}`).join(", ");

/**
 * When an event's next reminder is due, so that each minute finds them by an index. A trigger begins
 * with the first one, for writes of the release before too; the sweep moves it on.
 */
export const steps = [
  quick("alter table events add column if not exists reminder_due_at timestamptz", {
    events: "AccessExclusiveLock",
  }),
  quick(`
    create or replace function relevo_set_reminder_due() returns trigger language plpgsql as $$
    begin
      new.reminder_due_at := case when new.deleted_at is null and new.assignee_id is not null
        then ${first("new")} end;
      return new;
    end $$`),
  quick(
    `create or replace trigger reminder_planned before insert on events
     for each row when (new.reminder_minutes <> '{}')
     execute function relevo_set_reminder_due()`,
    { events: "ShareRowExclusiveLock" },
  ),
  quick(
    `create or replace trigger reminder_moved before update of ${watched.join(", ")} on events
     for each row when ((${valuesOf("old")}) is distinct from (${valuesOf("new")}))
     execute function relevo_set_reminder_due()`,
    { events: "ShareRowExclusiveLock" },
  ),
  {
    backfill: {
      table: "events",
      key: ["id"],
      set: `reminder_due_at = ${first("t")}`,
      where: `t.reminder_due_at is null and t.deleted_at is null and t.assignee_id is not null
        and t.reminder_minutes <> '{}' and t.starts_at > now() - interval '1 day'`,
    },
  },
  {
    index: {
      name: "events_reminder_due",
      table: "events",
      columns: "(reminder_due_at, company_id, id)",
      where: "reminder_due_at is not null",
    },
  },
];
