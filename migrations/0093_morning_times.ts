export const change = "widens";

type Lock = "AccessExclusiveLock" | "ShareRowExclusiveLock";

const quick = (sql: string, locks: Record<string, Lock> = {}) => ({ statement: { sql, locks } });

/**
 * When each member's message of the morning is due next, so that each minute finds them by an
 * index. A trigger keeps it, for writes of the release before too.
 */
export const steps = [
  quick("alter table user_companies add column if not exists morning_due_at timestamptz", {
    user_companies: "AccessExclusiveLock",
  }),
  quick("grant select (morning_due_at) on user_companies to relevo_worker"),
  quick(`
    create or replace function relevo_set_morning_due() returns trigger language plpgsql as $$
    declare
      zone text;
      clock timestamp;
      due timestamptz;
    begin
      if new.morning_at is null or new.disabled_at is not null then
        new.morning_due_at := null;
        return new;
      end if;
      select timezone into zone from companies where id = new.company_id;
      clock := new.morning_sent_on + 1 + new.morning_at::time;
      due := clock at time zone zone;
      -- Where clocks change within that hour, the first instant that may be meant.
      if due at time zone zone <> clock
        or (due - interval '1 hour') at time zone zone <> clock - interval '1 hour' then
        due := due - interval '1 hour';
      end if;
      -- Never sent: it is due on any day, once the hour has come.
      new.morning_due_at := coalesce(due, '-infinity');
      return new;
    end $$`),
  quick(
    `create or replace trigger morning_due
     before insert or update of morning_at, morning_sent_on, disabled_at on user_companies
     for each row execute function relevo_set_morning_due()`,
    { user_companies: "ShareRowExclusiveLock" },
  ),
  quick(`
    create or replace function relevo_move_mornings() returns trigger language plpgsql as $$
    begin
      update user_companies set morning_sent_on = morning_sent_on
      where company_id = new.id and morning_at is not null and disabled_at is null;
      return null;
    end $$`),
  quick(
    `create or replace trigger mornings_moved after update of timezone on companies
     for each row when (old.timezone is distinct from new.timezone)
     execute function relevo_move_mornings()`,
    { companies: "ShareRowExclusiveLock" },
  ),
  {
    backfill: {
      table: "user_companies",
      key: ["user_id"],
      set: "morning_sent_on = t.morning_sent_on",
      where: "t.morning_at is not null and t.disabled_at is null and t.morning_due_at is null",
    },
  },
  {
    index: {
      name: "user_companies_morning_due",
      table: "user_companies",
      columns: "(morning_due_at, company_id)",
      where: "morning_due_at is not null",
    },
  },
];
