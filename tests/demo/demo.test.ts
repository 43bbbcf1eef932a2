import assert from "node:assert/strict";
import { join } from "node:path";
import { lockFolder } from "@/lib/db/folder.ts";
import { KeyServer, makeSigningKey } from "@/tests/support/gateway.ts";
import { startReceiver } from "@/tests/support/receiver.ts";
import { isAlive } from "@/tests/support/group.ts";
import { until } from "@/tests/support/wait.ts";
import { mailsShown, playCustomer } from "./customer.ts";
import {
  appPid,
  ending,
  freePair,
  killAgainAndAgain,
  launch,
  type Launched,
  printed,
  ready,
} from "./launcher.ts";
import { header } from "../gateway/support/scene.ts";
import { askStatus } from "./operator.ts";
import { asPage } from "./scene.ts";
import { signIn, statusOf } from "./visits.ts";

async function post(url: string, body: unknown, bearer?: string) {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, data: (await response.json()).data };
}

async function inFolder(act: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "relevo-demo-" });
  try {
    await act(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("the demo starts, is used, stops, starts again, and starts over", () =>
  inFolder(async (folder) => {
    const dataDir = join(folder, "new", "data of '26");
    const key = await firstStart(dataDir);
    await secondStart(dataDir, key);
    await startOver(dataDir, key);
  }));

async function firstStart(dataDir: string): Promise<string> {
  // As from a terminal in colours, whose variables the demo may not read.
  const env = { DATABASE_URL: "postgres://127.0.0.1:1/none", NO_COLOR: "", TERM: "xterm" };
  await using demo = launch({ dataDir, env });
  const output = await ready(demo);
  assert.match(output, /DATABASE_URL is left aside/);
  assert.match(output, new RegExp(`${demo.url}/panel\n`));
  for (const email of ["lucia@relevo", "marta@talleres", "hugo@estudio", "ivan@talleres"]) {
    assert.ok(output.includes(`${email}.example`), email);
  }
  assert.match(output, /Filling both companies with a sample year/);
  assert.ok(output.match(/^ {2}\S+@\S+\.example /gm)!.length <= 8);
  await enterThePanel(demo);
  await sendAndAnswer(demo, printed(output));
  assert.equal((await callAdmin(printed(output))).length, 3);
  await refuseForgers(demo);
  await askStatus(demo, dataDir);

  const { key } = printed(output);
  assert.equal(await Deno.readTextFile(join(dataDir, "demo-key")), `${key}\n`);
  assert.equal((await Deno.stat(join(dataDir, "demo-key"))).mode! & 0o777, 0o600);
  const log = await Deno.readTextFile(join(dataDir, "app.log"));
  assert.match(log, /"event":"listening"/);
  assert.ok(!log.includes(key));

  const app = appPid(output);
  assert.ok(isAlive(app));
  demo.signal("SIGTERM");
  assert.equal((await ending(demo)).code, 0, demo.output());
  assert.ok(!isAlive(app));
  await until(() => !isAlive(-demo.pid), { what: "every process of the demo to be gone" });
  (await lockFolder(dataDir)).release();
  return key;
}

/** The company's dashboard figures, for a signed-in person. */
async function statsOf(demo: Launched, email: string, companyId: number) {
  const headers = await signIn(demo, email);
  const response = await fetch(`${demo.url}/api/admin/stats?company_id=${companyId}`, { headers });
  assert.equal(response.status, 200);
  return (await response.json()).data;
}

async function enterThePanel(demo: Launched): Promise<void> {
  const stranger = await fetch(`${demo.url}/panel`, { headers: asPage });
  assert.match(await stranger.text(), /Sign in with a passkey[^]*Marta Vidal[^]*Enter as Marta/);
  const marta = await signIn(demo, "marta@talleres.example");
  const page = await fetch(`${demo.url}/panel`, { headers: { ...asPage, ...marta } });
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Talleres Relevo/);
  for (const companyId of [1, 2]) {
    const { contacts, sales } = await statsOf(demo, "lucia@relevo.example", companyId);
    assert.ok(contacts.new > 0 && sales.total > 0);
  }
  await useFewRights(demo, marta);
}

/** What reads files and starts threads does so with the rights that production has. */
async function useFewRights(demo: Launched, marta: { cookie: string }): Promise<void> {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(demo.url + path, { ...init, headers: { ...marta, ...init.headers } });
  const { data: [quote] } = await (await ask("/api/admin/quotes?per_page=1")).json();
  const pdf = await ask(`/api/admin/quotes/${quote.id}/pdf`);
  assert.equal(pdf.status, 200);
  assert.match(new TextDecoder().decode(await pdf.bytes()), /^%PDF-/);
  const preview = await ask("/api/admin/imports/products/preview", {
    method: "POST",
    headers: { "Content-Type": "text/csv" },
    body: "name,unit_price\nSilla,10\n",
  });
  assert.equal(preview.status, 200, await preview.clone().text());
  await preview.body?.cancel();
  assert.equal((await (await ask("/api/openapi.json")).json()).openapi, "3.1.1");
  await playCustomer(demo.url, marta);
}

/** What is printed works as it stands; its answer's data. */
async function callAdmin({ admin }: ReturnType<typeof printed>) {
  const args = ["-euc", admin];
  const { stdout, stderr } = await new Deno.Command("sh", { args, stdin: "null" }).output();
  const [answer, complaints] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.match(answer!, /^\{"success":true,"data":\[/, complaints);
  return JSON.parse(answer!).data;
}

async function sendAndAnswer(
  demo: Launched,
  { key, code, link, curl }: ReturnType<typeof printed>,
) {
  assert.equal(link, `${demo.url}/phone#pair=${code}`);
  const paired = await post(`${demo.url}/api/phone/pair`, { code });
  assert.equal(paired.status, 201);
  assert.equal(paired.data.userId, "demo");
  assert.equal(paired.data.company.name, "Talleres Relevo");

  await using receiver = await startReceiver();
  const line = JSON.parse(/-d '(.*)'$/.exec(curl)![1]!);
  const sent = await post(`${demo.url}/api/notify`, { ...line, callbackUrl: receiver.url }, key);
  assert.equal(sent.status, 202);
  const answer = `${demo.url}/api/phone/notifications/${sent.data.notificationId}/response`;
  const answered = await post(answer, { actionId: "approve", reply: "Vale" }, paired.data.token);
  assert.equal(answered.status, 201);
  assert.deepEqual(answered.data.action, { id: "approve", label: "Aprobar" });
  // The printed promise: a receiver on this machine, over plain http, is reached.
  await until(() => receiver.requests.length > 0, { what: "the callback" });
}

/** The app behind the gateway believes only what the gateway has signed. */
async function refuseForgers({ appUrl, url }: Launched): Promise<void> {
  const claims = {
    email: "marta@talleres.example",
    email_verified: true,
    iss: url,
    aud: "relevo-demo",
  };
  const forger = new KeyServer(await makeSigningKey());
  const { keys: [genuine] } = await (await fetch(`${url}/.gateway/jwks`)).json();
  const unsigned = `${encoded({ alg: "none" })}.${encoded(claims)}.`;
  const signed = await Promise.all([forger.sign(claims), forger.sign(claims, genuine)]);
  for (const token of [...signed, unsigned, claims.email]) {
    assert.equal(await statusOf(`${appUrl}/panel`, { [header]: token }), 401);
    assert.equal(await statusOf(`${url}/panel`, { [header]: token }), 401);
  }
  assert.equal(await statusOf(`${appUrl}/panel`), 401);
}

function encoded(value: unknown): string {
  return btoa(JSON.stringify(value)).replace(/=+$/, "");
}

async function secondStart(dataDir: string, key: string): Promise<void> {
  await using demo = launch({ dataDir, args: ["--empty"] });
  const output = await ready(demo);
  assert.equal(printed(output).key, key);
  assert.match(output, /--empty is for a new DATA_DIR/);
  assert.match(output, /Marta Vidal/);
  assert.doesNotMatch(output, /sample year/);
  assert.equal(await mailsShown(demo.url), 5, "four of the samples, and the customer's");

  await using second = launch({ dataDir, args: ["--reset"] });
  const refused = await ending(second);
  assert.equal(refused.code, 1);
  assert.match(refused.output, /another Relevo process is using/);

  await using third = launch({ dataDir, port: demo.port });
  const end = await ending(third);
  assert.equal(end.code, 1);
  assert.match(end.output, new RegExp(`port ${demo.port} \\(PORT\\) and port ${demo.port + 1}`));

  demo.signal("SIGINT", "group");
  assert.equal((await ending(demo)).code, 0, demo.output());
}

async function startOver(dataDir: string, oldKey: string): Promise<void> {
  await Deno.writeTextFile(join(dataDir, "mine.txt"), "kept");
  await using demo = launch({ dataDir, args: ["--reset", "--empty", "--verbose"] });
  const output = await ready(demo);
  assert.notEqual(printed(output).key, oldKey);
  assert.match(output, /admin@relevo\.example/);
  assert.doesNotMatch(output, /Marta Vidal|sample year/);
  const { contacts, clients } = await statsOf(demo, "admin@relevo.example", 1);
  assert.deepEqual([contacts.new, clients.total], [0, 0]);
  assert.deepEqual([await callAdmin(printed(output)), await mailsShown(demo.url)], [[], 0]);
  assert.match(output, /"event":"listening"/);
  assert.equal(await Deno.readTextFile(join(dataDir, "mine.txt")), "kept");
  const old = await post(`${demo.url}/api/notify`, { userId: "x", title: "x", body: "x" }, oldKey);
  assert.equal(old.status, 401);

  // An app that dies is started again, but not for ever.
  const pid = await killAgainAndAgain(demo, 3);
  assert.deepEqual(await callAdmin(printed(output)), []);
  Deno.kill(pid, "SIGKILL");
  const died = await ending(demo);
  assert.equal(died.code, 137);
  assert.match(died.output, /The app has ended with code 137/);
}

Deno.test("deno task dev serves from the sources and tells pages of a change", () =>
  inFolder(async (dataDir) => {
    await using demo = launch({ task: "dev", dataDir });
    await ready(demo);
    const marta = await signIn(demo, "marta@talleres.example");
    const page = await fetch(`${demo.url}/panel`, { headers: { ...asPage, ...marta } });
    assert.match(`${page.status} ${await page.text()}`, /^200 [^]*\/_frsh\/alive/, demo.output());
    const socket = new WebSocket(`${demo.url.replace("http", "ws")}/_frsh/alive`);
    const build = await new Promise<string>((resolve, reject) => {
      socket.onmessage = ({ data }) => resolve(data);
      socket.onerror = () => reject(new Error(`no word of a build:\n${demo.output()}`));
    });
    assert.match(build, /^[0-9a-f]{40}$/);
    socket.close();
    demo.signal("SIGTERM");
    assert.equal((await ending(demo)).code, 0, demo.output());
    await until(() => !isAlive(-demo.pid), { what: "every process to be gone" });
  }));

Deno.test("the demo says which port is taken", () =>
  inFolder(async (folder) => {
    const port = freePair();
    const other = Deno.listen({ hostname: "127.0.0.1", port: port + 1 });
    await using demo = launch({ dataDir: folder, port });
    const { code, output } = await ending(demo);
    other.close();
    assert.equal(code, 1);
    assert.match(output, new RegExp(`relevo: port ${port + 1} \\(PORT \\+ 1, for the app\\)`));
    assert.match(output, /PORT=8100 deno task demo/);
    assert.deepEqual(Array.from(Deno.readDirSync(folder)), []);
  }));

Deno.test("the demo refuses what it does not know", () =>
  inFolder(async (folder) => {
    await using demo = launch({ dataDir: folder, args: ["--rest", "--reset=yes", "now"] });
    const { code, output } = await ending(demo);
    assert.equal(code, 2);
    assert.match(output, /--rest is unknown\n--reset takes no value\n"now" is not expected\n/);
    await using help = launch({ dataDir: folder, args: ["--help"] });
    assert.equal((await ending(help)).code, 0);
    assert.match(help.output(), /--empty/);
    await using broken = launch({ dataDir: folder, env: { PORT: "65535", HOST: "10.0.0.1" } });
    assert.equal((await ending(broken)).code, 1);
    assert.match(broken.output(), /HOST in the demo is 127/);
  }));

Deno.test("--reset leaves a folder alone that the demo has not made", () =>
  inFolder(async (folder) => {
    await Deno.mkdir(join(folder, "postgres"));
    await Deno.writeTextFile(join(folder, "postgres", "PG_VERSION"), "18");
    await using demo = launch({ dataDir: folder, args: ["--reset"] });
    const { code, output } = await ending(demo);
    assert.equal(code, 1);
    assert.match(output, /was not made by the demo, so --reset leaves it alone/);
    assert.equal(await Deno.readTextFile(join(folder, "postgres", "PG_VERSION")), "18");
  }));
