import { gatewayMigrations, gatewayMigrator } from "@/gateway/storage/migrations.ts";
import { withPostgres } from "@/lib/backup/session/postgres_session.ts";
import { quoted } from "@/lib/backup/session/session.ts";
import { runRestore, type WithGateway } from "@/lib/commands/restore.ts";

/** The rows of both: of the app, and of its gateway, whose schema only the gateway knows. */
const withGateway: WithGateway = async (work) => {
  const url = Deno.env.get("GATEWAY_DATABASE_URL");
  if (!url) return await work(null);
  await withPostgres(url, async (session) => {
    const { rows: [login] } = await session.query<{ schema: string }>(
      "select current_user as schema",
    );
    const { schema } = login!;
    await session.query(`set search_path = ${quoted(schema)}`);
    await work({
      part: "gateway",
      session,
      schema,
      notebook: "gateway_migration",
      migrations: Object.keys(gatewayMigrations),
      async build(db, last) {
        const { error } = await gatewayMigrator(db).migrateTo(last);
        if (error) throw error;
      },
    });
  });
};

if (import.meta.main) Deno.exit(await runRestore(Deno.args, withGateway));
