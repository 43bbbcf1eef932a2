import { sql } from "kysely";
import { nextCompany } from "@/lib/access/companies.ts";
import { nightlyWorks } from "@/lib/service/nightly_works.ts";
import { Nightly, type NightlyWork } from "@/lib/work/nightly.ts";
import type { World } from "./world.ts";

interface Night {
  retentionDays?: number;
  activityMonths?: number;
  works?: NightlyWork[];
}

/** Does the work of a whole night. @throws Error where a step of it fails */
export async function passNight(
  { services, owner }: Pick<World, "services" | "owner">,
  {
    retentionDays = services.config.retentionDays,
    activityMonths = services.config.activityMonths,
    works = nightlyWorks({ retentionDays, activityMonths }),
  }: Night = {},
): Promise<void> {
  const { database: { db }, announce, log } = services;
  await sql`delete from nightly_work`.execute(owner.db);
  for (const { name } of works) {
    await sql`insert into nightly_work values (${name}, '2000-01-01', 0, null, 0, true)`
      .execute(owner.db);
  }
  const failures: unknown[] = [];
  const heard = { ...log, warn: (_: string, fields: unknown) => void failures.push(fields) };
  await new Nightly({ db, log: heard, announce, works, nextCompany }).look();
  if (failures.length > 0) throw new Error(JSON.stringify(failures));
}
