/** Folders and files whose statements need no plan, with the reason. */
export const excused: Record<string, string> = {
  "lib/db/": "the ways into the database, migrations and settings of a session",
  "lib/invariants/": "the command check-data, which reads everything",
  "lib/commands/": "the owner's commands, run by hand",
  "lib/doctor/": "the command doctor, run by hand",
  "lib/figures/days/count_records.ts": "counts all there is, once after the update to 0082",
  "lib/figures/days/marked_companies.ts": "the same, company by company",
  "lib/service/readiness.ts": "asks `select 1` of no table",
};

/** Statements by file that no test of plans has met yet. The list may only become shorter. */
export const unexplained: Record<string, number> = {};
