/** Outside the tenants on purpose; a table that is neither here nor guarded fails a test. */
export const outsideTenants: ReadonlySet<string> = new Set([
  "alert_looks",
  "alerts",
  "companies",
  "given_up_pushes",
  "growth",
  "installation",
  "instances",
  "job_ends",
  "job_leases",
  "kysely_migration",
  "kysely_migration_lock",
  "nightly_work",
  "processes",
  "user_companies",
  "users",
]);
