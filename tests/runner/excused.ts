/** Folders and files whose statements need no plan, with the reason. */
export const excused: Record<string, string> = {
  "lib/db/": "the ways into the database, migrations and settings of a session",
  "lib/invariants/": "the command check-data, which reads everything",
  "lib/doctor/": "the command doctor, run by hand",
  "lib/figures/days/count_records.ts": "counts all there is, once after the update to 0082",
  "lib/figures/days/marked_companies.ts": "the same, company by company",
  "lib/service/readiness.ts": "asks `select 1` of no table",
};
