import { gatewayMigrations, gatewayMigrator } from "@/gateway/storage/migrations.ts";
import type { SchemaPlan } from "@/lib/backup/restore/target.ts";
import { runRestore } from "@/lib/commands/restore.ts";

/** The rows of both are restored: how its schema is made only the gateway knows. */
export const gatewayPlan: SchemaPlan = {
  part: "gateway",
  notebook: "gateway_migration",
  migrations: Object.keys(gatewayMigrations),
  async build(db, last) {
    const { error } = await gatewayMigrator(db).migrateTo(last);
    if (error) throw error;
  },
};

if (import.meta.main) Deno.exit(await runRestore(Deno.args, gatewayPlan));
