/**
 * The small named world that tests share: two companies with a key each, four people, and the whole
 * app served on loopback over a database of its own.
 */
import assert from "node:assert/strict";
import { createApp } from "@/app.ts";
import { createKey } from "@/lib/access/keys.ts";
import { addMember } from "@/lib/access/members.ts";
import { readConfig } from "@/lib/service/config.ts";
import type { Database, DatabaseOptions } from "@/lib/db/connection.ts";
import { outsideRequests } from "@/lib/db/deadline.ts";
import { inCompany, transact } from "@/lib/db/transaction.ts";
import { checkData } from "@/lib/invariants/check_data.ts";
import { createLog } from "@/lib/tools/log.ts";
import type { OAuth } from "@/lib/channels/email/oauth/provider.ts";
import type { ReadingMs } from "@/lib/channels/in/reading.ts";
import type { Resolve } from "@/lib/outbound/addresses.ts";
import { type Opened, openServices } from "@/lib/service/open_services.ts";
import { offerDue } from "@/lib/service/start_work.ts";
import { type Handler, observed } from "@/lib/http/serve.ts";
import { assertDocumented } from "./documented.ts";
import { FakeGraph } from "./graph/graph.ts";
import { type KeyServer, startKeyServer } from "./gateway.ts";
import { kindsFor, usualKind } from "./kinds.ts";
import { built } from "./world_build.ts";
import { openEach, type Opening } from "./world_database.ts";

export const audience = "relevo-tests";

/** Ana is in company 1, Eva in 2, Luis in both, and Nadie in none. */
export const people = {
  ana: "ana@primary.example",
  eva: "eva@design.example",
  luis: "luis@relevo.example",
  nadie: "nadie@relevo.example",
} as const;

export interface Call {
  key?: string;
  device?: string;
  member?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  body?: BodyInit;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  // Tests assert on the parts they know.
  // deno-lint-ignore no-explicit-any
  body: any;
}

export interface World extends AsyncDisposable {
  kind: Database["kind"];
  url: string;
  opened: Opened;
  services: Opened["services"];
  /** The app itself, without what serving puts around it. */
  handler: Handler;
  /** As the schema's owner, for what the service itself may not do. */
  owner: Database;
  keyServer: KeyServer;
  /** The programs' secrets: `shop` of company 1, `studio` of company 2. */
  keys: { shop: string; studio: string };
  logged: string[];
  /** Meta's API, if the world was asked for one. */
  graph: FakeGraph;
  call(method: string, path: string, call?: Call): Promise<Answer>;
  /** Pairs a phone through the API, with the key of its company. */
  pairPhone(userId: string, key?: string): Promise<{ token: string; deviceId: string }>;
  /** A gateway token for the person. */
  tokenFor(email: string): Promise<string>;
}

export interface WorldOptions {
  /** Whether the invariants of all data are checked at its end. */
  isChecked?: boolean;
  kind?: Database["kind"];
  env?: Record<string, string>;
  /** A migrated database, which the world closes; by default a new one. */
  database?: Database;
  /** Hears of every statement of a new one. */
  heard?: DatabaseOptions["heard"];
  /** PEM of the authorities that push services are trusted by. */
  pushCa?: string;
  /** PEM of the authorities that mail servers are trusted by. */
  mailCa?: string;
  /** Says where mail for a domain goes, instead of the system. */
  exchanges?: (domain: string) => Promise<string[]>;
  /** Other places of providers that mailboxes sign in with. */
  oauthEndpoints?: OAuth["endpoints"];
  /** Whether there is a Graph API. */
  hasGraph?: boolean;
  /** Looks up the names of receivers instead of the system. */
  resolve?: Resolve;
  /** Processor time that a mail may take, instead of the usual. */
  readingMs?: ReadingMs;
  /** So long its end waits for what is in flight, in ms; half a second unless told. */
  graceMs?: number;
}

/** Makes a world, unless told on real Postgres where there is a server (`testDatabases`). */
export async function makeWorld(
  options: WorldOptions = {},
): Promise<World> {
  const graph = options.hasGraph ? FakeGraph.start() : null;
  const graphEnv = graph &&
    { META_GRAPH_URL: graph.url, META_INSTAGRAM_URL: graph.url, META_MEDIA_HOSTS: "127.0.0.1" };
  const { kind = usualKind, env = {}, database: existing, heard, graceMs = 500 } = options;
  const { pushCa, mailCa, exchanges, resolve, readingMs, oauthEndpoints } = options;
  const { database, owner, drop }: Opening = existing
    ? { database: existing, owner: existing }
    : await openEach(kind, { heard });
  const keyServer = await startKeyServer();
  const folder = await Deno.makeTempDir({ prefix: "relevo-world-" });
  const config = configOf({ folder, jwksUrl: keyServer.jwksUrl, env: { ...graphEnv, ...env } });
  const logged: string[] = [];
  const log = createLog("debug", (line) => void logged.push(line));
  const opened = await openServices(config, log, {
    ...{ verifyAnswers: true, database, pushCa, mailCa, exchanges, resolve },
    ...{ readingMs, oauthEndpoints },
  });
  const { services } = opened;
  // Read now, so that no test counts the statement as a request's.
  for (const companyId of [1, 2]) services.groups.of(companyId);
  await services.groups.idle();
  opened.queue.listen((message) => offerDue(services, message));
  const keys = await populate(database);
  const app = createApp(services);
  (await built())(app);
  const handler = app.handler();
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    observed(handler, services),
  );
  const url = `http://127.0.0.1:${server.addr.port}`;
  // A walk over every page may take longer than a gateway's five minutes on a busy machine.
  const tokenFor = (email: string) =>
    keyServer.sign({ email, aud: audience, sub: email, iss: "https://gateway.test" }, {
      expiresIn: 3_600,
    });

  const call = caller(url, tokenFor);

  async function pairPhone(userId: string, key = keys.shop) {
    const code = await call("POST", "/api/devices/pairings", { key, json: { userId } });
    const paired = await call("POST", "/api/phone/pair", { json: { code: code.body.data.code } });
    return { token: paired.body.data.token, deviceId: paired.body.data.deviceId };
  }

  return {
    kind: database.kind,
    url,
    opened,
    services,
    handler,
    owner,
    keyServer,
    keys,
    logged,
    get graph() {
      if (!graph) throw new Error("the world has no Graph API: hasGraph");
      return graph;
    },
    call,
    pairPhone,
    tokenFor,
    async [Symbol.asyncDispose]() {
      await opened.close(graceMs, server.shutdown());
      if (owner !== database) await owner.close();
      await drop?.();
      await keyServer.stop();
      await graph?.[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

function configOf(
  { folder, jwksUrl, env }: { folder: string; jwksUrl: string; env: Record<string, string> },
) {
  return readConfig({
    DATA_DIR: folder,
    GATEWAY_JWKS_URL: jwksUrl,
    GATEWAY_AUDIENCE: audience,
    CALLBACK_ALLOW_NETS: "127.0.0.0/8,::1/128",
    CHANNEL_ALLOW_NETS: "127.0.0.0/8,::1/128",
    RATE_LIMIT_PER_SECOND: "0",
    PHONE_LIMIT_PER_SECOND: "0",
    COMPANY_LIMIT_PER_SECOND: "0",
    MEMBER_LIMIT_PER_SECOND: "0",
    NEWCOMER_LIMIT_PER_SECOND: "0",
    VAPID_SUBJECT: "mailto:push@relevo.example",
    PUSH_HOSTS: "push.test,localhost:*",
    ...env,
  });
}

/** Makes calls, each of which must be documented. */
function caller(url: string, tokenFor: (email: string) => Promise<string>) {
  return async (method: string, path: string, options: Call = {}): Promise<Answer> => {
    const headers = new Headers(options.headers);
    const bearer = options.key ?? options.device;
    if (bearer) headers.set("Authorization", `Bearer ${bearer}`);
    if (options.member) {
      headers.set("Cf-Access-Jwt-Assertion", await tokenFor(options.member));
    }
    if (options.json !== undefined) headers.set("Content-Type", "application/json");
    const body = options.json === undefined ? options.body : JSON.stringify(options.json);
    const response = await fetch(url + path, { method, headers, body, redirect: "manual" });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    const { status, headers: got } = response;
    const answer = { status, headers: got, body: isJson ? JSON.parse(text) : text };
    await assertDocumented(method, url + path, answer);
    return answer;
  };
}

/**
 * Runs a test in a world, and prints the end of the world's log if it fails. Deno begins a test in
 * the context of the last request of the one before, whose deadline is not its own.
 */
export function inWorld(options: WorldOptions, test: (world: World) => Promise<void>) {
  return outsideRequests(async () => {
    await using world = await makeWorld(options);
    try {
      await test(world);
      if (options.isChecked) {
        assert.deepEqual(await checkData(world.services.database.db), [], "the data is whole");
      }
    } catch (error) {
      console.log(world.logged.slice(-loggedLines).join("\n"));
      throw error;
    }
  });
}

const loggedLines = 40;

/** Runs a named part of a test and returns its result. When it fails, the test ends there. */
type Step = <T>(name: string, act: () => Promise<T>) => Promise<T>;

function stepsOf(test: Deno.TestContext): Step {
  return async <T>(name: string, act: () => Promise<T>) => {
    const results: T[] = [];
    const passed = await test.step(name, async () => void results.push(await act()));
    if (!passed) throw new Error(`stopped at the step "${name}"`);
    return results[0]!;
  };
}

interface TestOptions extends Omit<WorldOptions, "kind"> {
  /** Whether it runs on both kinds of database in every run, since they may differ in it. */
  both?: boolean;
}

/** Registers the test on each kind of database that this run is for ({@link kindsFor}). */
export function testOnEach(
  name: string,
  test: (world: World, step: Step) => Promise<void>,
  { both, ...options }: TestOptions = {},
): void {
  for (const kind of kindsFor({ both })) {
    Deno.test({
      name: `${name} (${kind})`,
      sanitizeOps: false,
      sanitizeResources: false,
      fn: (t) => inWorld({ ...options, kind }, (world) => test(world, stepsOf(t))),
    });
  }
}

async function populate({ db }: Database): Promise<World["keys"]> {
  await transact(db, async (trx) => {
    await addMember(trx, { companyId: 1, email: people.ana, role: "ventas", name: "Ana Ruiz" });
    await addMember(trx, { companyId: 2, email: people.eva, role: "diseño", name: "Eva Soler" });
    for (const companyId of [1, 2]) {
      await addMember(trx, { companyId, email: people.luis, role: "gerente", name: "Luis Vega" });
    }
  });
  const [shop, studio] = await Promise.all(([["shop", 1], ["studio", 2]] as const).map(
    ([name, companyId]) =>
      inCompany(db, companyId, (trx) => createKey(trx, { companyId }, { name })),
  ));
  return { shop: shop!.key, studio: studio!.key };
}
