/** What both data sets need done that a running installation does by the clock. */
import { sql } from "kysely";
import { nextCompany } from "@/lib/access/companies.ts";
import type { Db } from "@/lib/db/connection.ts";
import { foldFigures } from "@/lib/figures/days/fold_figures.ts";
import { foldNotificationCounts } from "@/lib/notify/sending/counts/kept_counts.ts";
import { foldCounts } from "@/lib/records/counts.ts";
import { foldTags } from "@/lib/records/tags/tags.ts";
import { createLog } from "@/lib/tools/log.ts";
import { Nightly, type NightlyWork } from "@/lib/work/nightly.ts";

/** Adds up the differences that kept counts and figures wait as. */
export async function foldAll(db: Db): Promise<void> {
  for (const fold of [foldCounts, foldTags, foldFigures, foldNotificationCounts]) await fold(db);
}

/** Has one work of the night due. @returns what does it, for as long as a night may be told to last */
export async function preparedNight(
  db: Db,
  work: NightlyWork,
  { nightMs }: { nightMs?: number } = {},
): Promise<() => Promise<void>> {
  await sql`insert into nightly_work values (${work.name}, '2000-01-01', 0, null, 0, true)
    on conflict (work) do update set day = excluded.day, is_over = true`.execute(db);
  const log = createLog("error");
  const nightly = new Nightly({ db, log, announce() {}, works: [work], nextCompany, nightMs });
  return () => nightly.look();
}
