import { resolve } from "node:path";
import { type Server, serversOf, withOneServer } from "@/lib/db/hosts/address.ts";

export interface NamedFiles {
  read: string[];
  write: string[];
}

type Env = Record<string, string | undefined>;

/** Files that settings name: the data folder, certificates, sockets, password files. */
export function namedFiles(env: Env): NamedFiles {
  const { read, write } = filesOf(env, [
    env.DATABASE_URL,
    env.MIGRATE_DATABASE_URL,
    env.READ_DATABASE_URL,
  ]);
  const readers = env.READERS_SOCKET ? [env.READERS_SOCKET] : [];
  const backups = env.BACKUP_DIR ? [resolve(env.BACKUP_DIR)] : [];
  return {
    read: [...read, ...backups],
    write: [resolve(env.DATA_DIR || "./.data"), ...readers, ...write],
  };
}

/** The same of the gateway. */
export function gatewayFiles(env: Env): NamedFiles {
  const { read, write } = filesOf(env, [env.GATEWAY_DATABASE_URL]);
  return { read, write: [resolve(env.GATEWAY_DATA_DIR || "./.gateway"), ...write] };
}

export function filesOf(env: Env, databases: (string | undefined)[]): NamedFiles {
  const addresses = databases.filter((address) => !!address) as string[];
  const sockets = addresses.flatMap((address) => databaseServers(address, env)).filter(isSocket)
    .map(({ host, port }) => resolve(host, `.s.PGSQL.${port}`));
  const certificates = addresses.flatMap((address) => {
    const parameters = URL.parse(withOneServer(address))?.searchParams;
    return ["sslcert", "sslkey", "sslrootcert"].map((name) => parameters?.get(name));
  });
  const passwords = env.PGPASSFILE || (env.HOME && `${env.HOME}/.pgpass`);
  const authorities = env.NODE_EXTRA_CA_CERTS;
  const read = [...certificates, addresses.length > 0 && passwords, authorities]
    .filter((path) => !!path).map((path) => resolve(path as string));
  return { read: [...read, ...sockets], write: sockets };
}

export function databaseServers(address: string | undefined, env: Env): Server[] {
  return serversOf(address ?? "").map(({ host, port }) => ({
    host: host || env.PGHOST || "localhost",
    port: port || env.PGPORT || "5432",
  }));
}

export function isSocket({ host }: Server): boolean {
  return host.startsWith("/");
}
