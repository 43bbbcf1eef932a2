/** Times of calls and of work by the clock beside few companies and beside many, in turns. */
import { sql } from "kysely";
import { equip } from "@/bench/stage.ts";
import { median, timed } from "@/bench/statistics.ts";
import { fillCompanies, measured, type Sizes } from "@/bench/scale/companies/fill.ts";
import { memberToken, openApp } from "@/bench/scale/app.ts";
import { preparedNight } from "@/bench/scale/work.ts";
import { type Database, openDatabase } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { readConfig } from "@/lib/service/config.ts";
import { nightlyWorks } from "@/lib/service/nightly_works.ts";
import { openServices } from "@/lib/service/open_services.ts";
import { recurring } from "@/lib/service/recurring.ts";
import { createLog } from "@/lib/tools/log.ts";
import { type Cluster, startCluster } from "@/tests/support/cluster.ts";
import type { KeyServer } from "@/tests/support/gateway.ts";
import type { App } from "@/tests/support/process.ts";

const log = createLog("error");
/** A month of the year that is filled goes. */
const retentionDays = 335;
/** Jobs that look over all companies at what is owed, by their names. */
const isSweep = /^(sweep|read what|split|fetch|ask for names|ask mailboxes|remind|tell|send)|due/;

/** A filled database with the app on it. */
export interface Place extends AsyncDisposable {
  cluster: Cluster;
  url: string;
  /** The address of a superuser. */
  adminUrl: string;
  database: Database;
  app: App;
  startMs: number;
  folder: string;
  key: string;
  phone: { userId: string; token: string };
  token: string;
}

export async function openPlace(sizes: Sizes, keys: KeyServer): Promise<Place> {
  const cluster = await startCluster({
    fsync: true,
    settings: { shared_buffers: "512MB", max_wal_size: "4GB", maintenance_work_mem: "256MB" },
  });
  const url = await cluster.createDatabase();
  const database = await openDatabase({ url, log, deadlineMs: 3_600_000 });
  await migrate(database.db);
  const { pathname } = new URL(url);
  const adminUrl = Object.assign(new URL(cluster.adminUrl), { pathname }).href;
  await fillCompanies(database.db, adminUrl, sizes);
  const { key, phones: [phone] } = await equip(database, measured, ["user-1"]);
  const token = await memberToken(keys, measured);
  const start = performance.now();
  const open = await openApp(url, keys);
  const startMs = performance.now() - start;
  const { app, folder } = open;
  return {
    ...{ cluster, url, adminUrl, database, app, startMs, folder, key, phone: phone!, token },
    async [Symbol.asyncDispose]() {
      await open[Symbol.asyncDispose]();
      await database.close();
      await cluster.destroy();
    },
  };
}

type Ask = (method: string, path: string, json?: unknown) => Promise<string>;

function askerOf({ app, key, phone, token }: Place): Ask {
  return async (method, path, json) => {
    const isPanel = path.startsWith("/api/admin") || path.startsWith("/panel");
    const bearer = path.startsWith("/api/phone") ? phone.token : key;
    const response = await fetch(new URL(path, app.url), {
      method,
      headers: {
        ...isPanel ? { "Cf-Access-Jwt-Assertion": token } : { Authorization: `Bearer ${bearer}` },
        ...json === undefined ? {} : { "Content-Type": "application/json" },
      },
      body: json === undefined ? undefined : JSON.stringify(json),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  };
}

const message = {
  userId: "user-1",
  title: "Pedido",
  body: "Ya puede venir.",
  actions: [{ id: "yes", label: "Sí" }, { id: "no", label: "No" }],
};

/** One call each; what it needs before is not in its time. */
const calls: Record<string, (ask: Ask, place: Place) => Promise<() => Promise<unknown>>> = {
  send: (ask) => Promise.resolve(() => ask("POST", "/api/notify", message)),
  async answer(ask) {
    const { data } = JSON.parse(await ask("POST", "/api/notify", message));
    const path = `/api/phone/notifications/${data.notificationId}/response`;
    return () => ask("POST", path, { actionId: "yes" });
  },
  async "poll that an answer ends"(ask) {
    const { data } = JSON.parse(await ask("POST", "/api/notify", message));
    const id = data.notificationId;
    const poll = ask("GET", `/api/responses?notificationId=${id}&wait=20`);
    return async () => {
      await ask("POST", `/api/phone/notifications/${id}/response`, { actionId: "yes" });
      await poll;
    };
  },
  async "wake of a stream"(ask, { app, phone }) {
    const stopping = new AbortController();
    const stream = await fetch(new URL("/api/phone/stream", app.url), {
      headers: { Authorization: `Bearer ${phone.token}`, Accept: "text/event-stream" },
      signal: stopping.signal,
    });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    await reader.read();
    return async () => {
      const title = crypto.randomUUID();
      await ask("POST", "/api/notify", { ...message, title });
      for (let text = ""; !text.includes(title);) {
        const { value, done } = await reader.read();
        if (done) throw new Error("the stream ended");
        text += value;
      }
      stopping.abort();
      await reader.cancel().catch(() => {});
    };
  },
  inbox: (ask) => Promise.resolve(() => ask("GET", "/api/phone/notifications")),
  "list of notifications": (ask) => Promise.resolve(() => ask("GET", "/api/notifications")),
  "list of contacts": (ask) => Promise.resolve(() => ask("GET", "/api/admin/contacts")),
  search: (ask) => Promise.resolve(() => ask("GET", "/api/admin/contacts?q=garcia")),
  dashboard: (ask) => Promise.resolve(() => ask("GET", "/api/admin/stats")),
};

export interface Measured {
  what: string;
  /** The median in each place. */
  ms: number[];
  /** Calls have an aim for their ratio, work by the clock has none. */
  isCall: boolean;
}

/** Calls each place in turns, so that what else the machine does is in both. */
export async function measureCalls(places: Place[], rounds: number): Promise<Measured[]> {
  const all: Measured[] = [];
  for (const [what, prepare] of Object.entries(calls)) {
    const times: number[][] = places.map(() => []);
    for (let round = -3; round < rounds; round++) {
      for (const [at, place] of places.entries()) {
        const act = await prepare(askerOf(place), place);
        const ms = await timed(act);
        if (round >= 0) times[at]!.push(ms);
      }
    }
    all.push({ what, ms: times.map(median), isCall: true });
  }
  return all;
}

/** Each job of the clock, then the night, vacuum and a back-up. */
export async function measureWork(places: Place[]): Promise<Measured[]> {
  const of = new Map<string, number[]>();
  const note = (what: string, ms: number) => of.set(what, [...of.get(what) ?? [], ms]);
  for (const place of places) {
    note("start", place.startMs);
    const { url, folder, database } = place;
    const config = readConfig({ DATABASE_URL: url, DATA_DIR: `${folder}/work` });
    const opened = await openServices(config, log, {});
    for (const { name, run } of recurring.filter(({ name }) => isSweep.test(name))) {
      await run(opened.services);
      const times: number[] = [];
      for (let n = 0; n < 3; n++) times.push(await timed(() => run(opened.services)));
      note(`sweep: ${name}`, median(times));
    }
    await opened.close();
    note("retention of a month", await timed(() => removeMonth(database)));
    note(
      "vacuum of the largest table",
      await timed(() => sql`vacuum notification_recipients`.execute(database.db)),
    );
    note("back-up", await timed(() => backUp(place)));
  }
  return [...of].map(([what, ms]) => ({ what, ms, isCall: false }));
}

async function removeMonth({ db }: Database): Promise<void> {
  const [removal] = nightlyWorks({ retentionDays });
  await (await preparedNight(db, removal!, { nightMs: 36_000_000 }))();
}

async function backUp({ url, adminUrl, folder }: Place): Promise<void> {
  await Deno.mkdir(`${folder}/backups`);
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "backup"],
    env: {
      DATABASE_URL: url,
      BACKUP_DATABASE_URL: adminUrl,
      BACKUP_DIR: `${folder}/backups`,
      DATA_DIR: `${folder}/work`,
    },
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}
