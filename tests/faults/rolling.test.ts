/** Two processes of the app behind a gateway are restarted in turn, and nobody notices. */
import assert from "node:assert/strict";
import { findChromium, openContext } from "../support/browser.ts";
import { openFront } from "../support/front.ts";
import { findHaproxy, startHaproxy } from "../support/haproxy.ts";
import { startKeyServer } from "../support/gateway.ts";
import type { App } from "../support/process.ts";
import { until } from "../support/wait.ts";
import { startCallbackReceiver } from "./support/callbacks.ts";
import { ask } from "./support/client.ts";
import { followResponses, followStream } from "./support/followers.ts";
import { verifyFollowed, verifyKept, verifyRows } from "./support/ledger.ts";
import { Load } from "./support/load.ts";
import { long, proof } from "./support/proof.ts";
import { newRandom } from "./support/random.ts";
import { openReleases } from "./support/releases.ts";
import { openStage, testOn } from "./support/stage.ts";

const ana = "ana@shop.example";
const fine = [200, 201, 202, 410];
/** Which of the two processes restarts, and on which build; where it goes back, it is rolled back. */
const rounds = [[0, 1], [1, 1], [0, 0], [1, 0]] as const;
const restarts = long ? [...rounds, ...rounds, ...rounds.slice(0, 2)] : rounds.slice(0, 3);
const howMany = long
  ? { streams: 300, polls: 100, writers: 3 }
  : { streams: 6, polls: 4, writers: 1 };

/** Types into a client's field, over and over, as long as its page is open. */
async function openWriter(base: string, name: string) {
  const client = await ask(base, "POST", "/api/admin/clients?company_id=1", { json: { name } });
  assert.equal(client.status, 201, JSON.stringify(client.body));
  const path = `/clients/${client.body.data.id}`;
  const browser = await openContext({ locale: "es-ES" });
  const { page } = browser;
  const failures: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() >= 500) failures.push(`${answer.status()} ${answer.url()}`);
  });
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText;
    // The page itself leaves calls that are no use any more.
    if (why !== "net::ERR_ABORTED") failures.push(`${why} ${request.url()}`);
  });
  await page.goto(`${base}/panel${path}?company_id=1`);
  const field = page.getByLabel("Población");
  let count = 0;
  let isOver = false;
  const write = async () => {
    if (isOver) return true;
    await field.fill(`Población ${++count}`);
    await page.keyboard.press("Tab");
  };
  const writing = until(() => write().catch((error) => void failures.push(`${error}`)), {
    timeoutMs: 15 * 60_000,
    what: "the end of the test",
  });
  return {
    failures,
    async finish() {
      isOver = true;
      await writing;
      const last = `Población ${count}`;
      await until(async () => {
        const { body } = await ask(base, "GET", `/api/admin${path}?company_id=1`);
        return body.data.city === last;
      }, { what: `${last} to be saved` });
      assert.equal(await field.inputValue(), last);
      return count;
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

const identityHeader = "Cf-Access-Jwt-Assertion";
const balancers: Record<string, typeof startHaproxy> = {
  "the gateway's proxy": (origins, { [identityHeader]: identity }) =>
    openFront(origins, { identity, identityHeader }),
  ...(long && findHaproxy() ? { haproxy: startHaproxy } : {}),
};

for (const [name, start] of Object.entries(balancers)) {
  testOn(
    ["postgres"],
    `behind ${name} rolling restarts and a roll-back fail no call and lose nothing`,
    (kind) => roll(kind, name, start),
  );
}

async function roll(
  kind: "postgres" | "pglite",
  balancer: string,
  start: typeof startHaproxy,
): Promise<void> {
  const random = newRandom();
  await using keys = await startKeyServer();
  await using releases = await openReleases();
  await using stage = await openStage(kind, {
    env: {
      DRAIN_SECONDS: "5",
      GATEWAY_JWKS_URL: keys.jwksUrl,
      INITIAL_ADMIN_EMAIL: ana,
      STREAM_LIMIT_PER_CALLER: "1000",
    },
  });
  const { root, ids } = releases;
  await releases.use(ids[0]);
  const names = ["a", "b"] as const;
  const apps: App[] = [];
  for (const name of names) apps.push(await stage.start({ name, root }));
  const identity = await keys.sign({ email: ana, aud: "relevo-tests", sub: ana }, {
    expiresIn: 3_600,
  });
  await using front = await start(apps.map(({ url }) => url), { [identityHeader]: identity });
  await using receiver = startCallbackReceiver({ key: stage.key });
  await using open = new AsyncDisposableStack();
  const base = () => front.url;
  const users = [...stage.phones.keys()];
  const streams = [];
  for (let index = 0; index < howMany.streams; index++) {
    const as = stage.phones.get(users[index % users.length]!)!;
    streams.push(open.use(await followStream({ base, as })));
  }
  const polls = Array.from(
    { length: howMany.polls },
    () => open.use(followResponses({ base, as: stage.key })),
  );
  const writers = [];
  for (let index = 0; findChromium() && index < howMany.writers; index++) {
    writers.push(open.use(await openWriter(front.url, `Cliente ${index}`)));
  }
  const load = new Load({ stage, random, base, callbackUrl: receiver.url }).start();
  await load.progress(50);
  for (const [index, build] of restarts) {
    await releases.use(ids[build]);
    const { port } = apps[index]!;
    apps[index]!.kill("SIGTERM");
    assert.equal((await apps[index]!.exited).code, 0, apps[index]!.log());
    apps[index] = await stage.start({ name: names[index], port, root });
    assert.equal((await ask(apps[index]!.url, "GET", "/healthz")).body.data.build, ids[build]);
    await load.progress(20);
  }
  await load.finish();
  const written = await Promise.all(writers.map((writer) => writer.finish()));
  assert.deepEqual([...load.statuses.keys()].filter((status) => !fine.includes(status)), []);
  assert.deepEqual(writers.flatMap(({ failures }) => failures), []);
  const followers = [...streams, ...polls];
  assert.deepEqual(followers.filter(({ failures }) => failures > 0), []);
  await verifyKept({ stage, base: front.url, load, receiver });
  for (const [index, stream] of streams.entries()) {
    await verifyFollowed(load, { user: users[index % users.length]!, stream });
  }
  for (const poll of polls) await verifyFollowed(load, { user: "ana", poll });
  await stage.sql(verifyRows);
  proof(
    `${restarts.length} restarts behind ${balancer}, seed ${random.seed}: ` +
      `${load.summary}, ${streams.length} streams, ${polls.length} polls, ` +
      `${writers.length} browsers that typed ${written.join(" and ")} times; 0 failed`,
  );
}
