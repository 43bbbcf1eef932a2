/** The real app on a filled database, as a member of company 1 calls it. */
import pg from "pg";
import { type Kind, openStage, type Stage } from "@/bench/stage.ts";
import { RawConnection } from "@/bench/load/http.ts";
import { fillCompany, memberOf, settle } from "@/tests/support/filled.ts";
import { startKeyServer } from "@/tests/support/gateway.ts";

export interface FilledStage extends AsyncDisposable {
  stage: Stage;
  /** The app, and the token that a gateway gives a member of company 1. */
  app: { url: string; port: number; pid: number; token: string };
  /** The token of a member of the company. */
  tokenOf(companyId: number): Promise<string>;
  /** The token of a person. */
  tokenFor(email: string): Promise<string>;
  /** Opens a connection of a caller. */
  connect(): Promise<Caller>;
  /** Number of statements of a request, from the server's log; Postgres only. */
  countStatements(path: string): Promise<number | undefined>;
}

/** A member's kept connection. */
export interface Caller {
  /**
   * Sends a request and returns its milliseconds. A path without a slash is the admin API's.
   * @throws Error if the answer is not as expected
   */
  call(method: "GET" | "POST", path: string, options?: CallOptions): Promise<number>;
  close(): void;
}

export interface CallOptions {
  body?: unknown;
  status?: number;
}

const company = 1;
const audience = "bench";
const tokenSeconds = 3_600;

interface Filling {
  scale: number;
  now: Date;
  /** Changes the filled database before it is used. */
  prepare?: Parameters<Stage["read"]>[0];
  /** Users whose phones are paired in company 1. */
  users?: string[];
  /** Settings of the app. */
  env?: Record<string, string>;
  /** Arguments of Deno itself. */
  runtimeArgs?: string[];
}

/** Fills both companies at the scale (before the app has the database) and starts the app. */
export async function openFilledStage(
  kind: Kind,
  { scale, now, prepare, users, env, runtimeArgs }: Filling,
): Promise<FilledStage> {
  await using opening = new AsyncDisposableStack();
  const stage = opening.use(await openStage(kind, users));
  const keys = opening.use(await startKeyServer());
  await stage.read(async (database) => {
    const fill = (companyId: number) => fillCompany(database.db, { companyId, scale, now });
    // The embedded database has one connection, and one transaction at a time.
    await (kind === "postgres" ? Promise.all([1, 2].map(fill)) : fill(1).then(() => fill(2)));
    await prepare?.(database);
    await settle(database.db);
  });
  const app = opening.use(
    await stage.startApp(
      { GATEWAY_JWKS_URL: keys.jwksUrl, GATEWAY_AUDIENCE: audience, ...env },
      runtimeArgs,
    ),
  );
  const tokenFor = (email: string) =>
    keys.sign({ email, aud: audience, sub: email }, { expiresIn: tokenSeconds });
  const tokenOf = (companyId: number) => tokenFor(memberOf(companyId));
  const token = await tokenOf(company);
  const connect = () => openCaller(app.port, token);
  const open = opening.move();
  return {
    stage,
    app: { url: app.url, port: app.port, pid: app.pid, token },
    tokenOf,
    tokenFor,
    connect,
    countStatements: (path) => countStatements(stage, connect, path),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

async function openCaller(port: number, token: string): Promise<Caller> {
  const connection = await RawConnection.open(port);
  return {
    async call(method, path, { body, status = 200 } = {}) {
      const address = path.startsWith("/") ? path : `/api/admin/${path}`;
      const mark = path.includes("?") ? "&" : "?";
      const text = body === undefined ? "" : JSON.stringify(body);
      const request = new TextEncoder().encode(
        `${method} ${address}${mark}company_id=${company} HTTP/1.1\r\n` +
          `Host: 127.0.0.1:${port}\r\nCf-Access-Jwt-Assertion: ${token}\r\n` +
          (body === undefined ? "" : "Content-Type: application/json\r\n") +
          `Content-Length: ${new TextEncoder().encode(text).length}\r\n\r\n${text}`,
      );
      const start = performance.now();
      const answer = await connection.call(request);
      const took = performance.now() - start;
      if (answer.status !== status) {
        throw new Error(`${method} ${path}: ${answer.status} ${decode(answer.body)}`);
      }
      return took;
    },
    close: () => connection.close(),
  };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.slice(0, 300));
}

const tries = 3;

/** The minimum of several tries, because background work may write to the log in between. */
async function countStatements(
  { cluster }: Stage,
  connect: () => Promise<Caller>,
  path: string,
): Promise<number | undefined> {
  if (!cluster) return undefined;
  const caller = await connect();
  const counts: number[] = [];
  await setLogging(cluster.adminUrl, "all");
  try {
    for (let n = 0; n < tries; n++) {
      const before = (await Deno.readTextFile(cluster.logPath)).length;
      await caller.call("GET", path);
      const logged = (await Deno.readTextFile(cluster.logPath)).slice(before);
      counts.push(statementsIn(logged));
    }
  } finally {
    await setLogging(cluster.adminUrl, "none");
    caller.close();
  }
  return Math.min(...counts);
}

/** Counts statements, without begin, commit and the tenant's setting. */
function statementsIn(log: string): number {
  const statements = [...log.matchAll(/LOG: {2}(?:execute [^:]*|statement): *\s*(.{0,40})/g)];
  return statements.filter(([, text]) => !/^(begin|commit|select set_config)/.test(text!)).length;
}

async function setLogging(adminUrl: string, value: "all" | "none"): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`alter system set log_statement = '${value}'`);
  await admin.query("select pg_reload_conf()");
  await admin.end();
}
