import { resolve } from "node:path";

export interface NamedFiles {
  read: string[];
  write: string[];
}

type Env = Record<string, string | undefined>;

/** Files that settings name: the data folder, certificates, sockets, password files. */
export function namedFiles(env: Env): NamedFiles {
  const { read, write } = filesOf(env, [env.DATABASE_URL, env.MIGRATE_DATABASE_URL]);
  const readers = env.READERS_SOCKET ? [env.READERS_SOCKET] : [];
  return { read, write: [resolve(env.DATA_DIR || "./.data"), ...readers, ...write] };
}

/** The same of the gateway. */
export function gatewayFiles(env: Env): NamedFiles {
  const { read, write } = filesOf(env, [env.GATEWAY_DATABASE_URL]);
  return { read, write: [resolve(env.GATEWAY_DATA_DIR || "./.gateway"), ...write] };
}

function filesOf(env: Env, databases: (string | undefined)[]): NamedFiles {
  const connections = databases.flatMap((url) => url ? [parametersOf(url)] : []);
  const sockets = connections.map((parameters) => socketOf(parameters, env)).filter((path) =>
    path !== null
  );
  const certificates = connections.flatMap((
    parameters,
  ) => [parameters.sslcert, parameters.sslkey, parameters.sslrootcert]);
  const passwords = env.PGPASSFILE || (env.HOME && `${env.HOME}/.pgpass`);
  const authorities = env.NODE_EXTRA_CA_CERTS;
  const read = [...certificates, connections.length > 0 && passwords, authorities]
    .filter((path) => !!path).map((path) => resolve(path as string));
  return { read: [...read, ...sockets], write: sockets };
}

/** The address' host and port, and its parameters over them. */
export function parametersOf(address: string): Record<string, string | undefined> {
  const url = URL.parse(address);
  if (!url) return {}; // the app says what is wrong with it
  const { hostname: host, port } = url;
  return { host: decode(host), port, ...Object.fromEntries(url.searchParams) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function socketOf(parameters: Record<string, string | undefined>, env: Env): string | null {
  const host = parameters.host || env.PGHOST || "";
  const port = parameters.port || env.PGPORT || "5432";
  return host.startsWith("/") ? resolve(host, `.s.PGSQL.${port}`) : null;
}
