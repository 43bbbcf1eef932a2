/** Where an installation is: started in another place, it is a copy until a person says otherwise. */
import { sql } from "kysely";
import type { Database, Db } from "@/lib/db/connection.ts";
import { nameOf, serversOf } from "@/lib/db/hosts/address.ts";
import type { Place } from "@/lib/db/tables/installation.ts";
import { transact } from "@/lib/db/transaction.ts";
import type { Config } from "@/lib/service/config.ts";
import { holdInstallation } from "@/lib/service/hold/holding.ts";
import type { HoldReason } from "@/lib/words/hold.ts";

const mostHosts = 50;

/** Notes the place; a place other than the noted one holds the installation. @returns why, if so */
export async function notePlace(
  { db, kind }: Pick<Database, "db" | "kind">,
  config: Pick<Config, "databaseUrl" | "dataDir">,
): Promise<HoldReason | null> {
  const own = await readOwnPlace(kind, config);
  const { hosts } = own;
  return await transact(db, async (trx) => {
    const place = { ...await readServer(trx), ...own };
    const { place: noted } = await trx.selectFrom("installation").select("place")
      .forUpdate().executeTakeFirstOrThrow();
    const reason = noted && difference(noted, place);
    const isElsewhere = reason !== null && reason !== "another_host";
    const hostsSeen = isElsewhere ? hosts : [...new Set([...noted?.hosts ?? [], ...hosts])];
    const next = { ...place, hosts: hostsSeen.slice(-mostHosts) };
    if (JSON.stringify(ordered(next)) !== JSON.stringify(noted && ordered(noted))) {
      await trx.updateTable("installation").set({ place: JSON.stringify(next) }).execute();
    }
    if (reason) await holdInstallation(trx, reason);
    return reason;
  });
}

/** Why a start here would hold the installation; null where it would not. Changes nothing. */
export async function findElsewhere(
  { db, kind }: Pick<Database, "db" | "kind">,
  config: Pick<Config, "databaseUrl" | "dataDir">,
): Promise<HoldReason | null> {
  const row = await db.selectFrom("installation").select("place").executeTakeFirst();
  if (!row?.place) return null;
  return difference(row.place, { ...await readServer(db), ...await readOwnPlace(kind, config) });
}

async function readOwnPlace(
  kind: Database["kind"],
  { databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">,
): Promise<Pick<Place, "folder" | "hosts">> {
  return {
    folder: kind === "pglite" ? await Deno.realPath(dataDir) : null,
    hosts: databaseUrl ? hostsIn(databaseUrl) : [],
  };
}

/** Why `place` is another one; null for the same. */
export function difference(noted: Place, place: Place): HoldReason | null {
  if (noted.server !== place.server) return "another_server";
  if (noted.database !== place.database) return "another_database";
  if (noted.folder !== place.folder) return "another_folder";
  const isKnown = noted.hosts.length === 0 || place.hosts.length === 0 ||
    place.hosts.some((host) => noted.hosts.includes(host));
  return isKnown ? null : "another_host";
}

async function readServer(db: Db): Promise<Pick<Place, "server" | "database">> {
  const { rows: [row] } = await sql<{ server: string; database: string }>`
    select (select system_identifier::text from pg_control_system()) as server,
      (select oid::text from pg_database where datname = current_database()) as database`
    .execute(db);
  return row!;
}

function ordered({ server, database, folder, hosts }: Place): unknown[] {
  return [server, database, folder, hosts];
}

/** Hosts of a connection string, each with its port, in lower case; a folder is that of a socket. */
export function hostsIn(databaseUrl: string): string[] {
  return [...new Set(serversOf(databaseUrl).map(nameOf))];
}
