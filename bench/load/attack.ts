/**
 * Load process: one caller at its worst, for a given time. Prints a line once it is at work, and one
 * that counts the answers at its end.
 */
import { readOptions } from "./options.ts";

export interface AttackLoad {
  name: string;
  url: string;
  seconds: number;
  /** Of the company that attacks; it has several keys, each with its own limit. */
  token: string;
  keys: string[];
  phones: { userId: string; token: string }[];
  quoteIds: number[];
}

/** How many answers of each status; `cut` are connections that ended without one. */
export type AttackResult = Record<string, number>;

const counts: AttackResult = {};
const company = 2;

/** What each attack does until the signal; those that hold something open prepare it first. */
const attacks: Record<string, (load: AttackLoad, until: AbortSignal) => Promise<unknown>> = {
  "a stranger's queries and forms of 16,000 names": (load, until) =>
    repeat(8, until, (n) => {
      const names = Array.from({ length: 16_000 }, (_, name) => `n${name}`).join("=1&");
      if (n % 2) return ask(`${load.url}/healthz?${names.slice(0, 60_000)}`, {}, until);
      return ask(`${load.url}/q/none/accept`, { method: "POST", body: formOf(names) }, until);
    }),
  "a stranger's 1,500 silent connections": async (load, until) => {
    const { hostname, port } = new URL(load.url);
    const start = new TextEncoder().encode("POST /api/notify HTTP/1.1\r\nHost: x\r\nContent-Le");
    await Promise.all(Array.from({ length: 1_500 }, async () => {
      const socket = await Deno.connect({ hostname, port: Number(port) });
      await socket.write(start);
      until.addEventListener("abort", () => socket.close());
    }));
    await ended(until);
  },
  "a stranger's messages to the public form": (load, until) =>
    repeat(16, until, (n) => {
      const message = { site: "design", email: `a${n}@b.example`, message: "x".repeat(5_000) };
      return ask(`${load.url}/api/contact`, jsonPost(message), until);
    }),
  "a stranger's forged tokens": (load, until) =>
    repeat(16, until, (n) => {
      const forged = load.token.slice(0, -12) + String(n).padStart(12, "A");
      const headers = { "Cf-Access-Jwt-Assertion": forged };
      return ask(`${load.url}/api/admin/contacts`, { headers }, until);
    }),
  "a company's sends to 1,000 people each": (load, until) => {
    const userIds = Array.from({ length: 1_000 }, (_, n) => `nobody-${n}`);
    return repeat(16, until, () => notify(load, { userIds, title: "All", body: "x" }, until));
  },
  "a company's lists of wrong names, 1 MB each": (load, until) => {
    const userIds = Array.from({ length: 250_000 }, () => 1);
    return repeat(4, until, () => notify(load, { userIds, title: "All", body: "x" }, until));
  },
  "a company's 3,000 long polls": async (load, until) => {
    const wait = (n: number) => {
      const query = new URLSearchParams({ wait: "60", userId: `nobody-${n}` });
      return ask(`${load.url}/api/responses?${query}`, authorized(keyOf(load, n)), until);
    };
    await Promise.all([
      repeat(3_000, until, wait),
      repeat(2, until, () => notify(load, { userId: "nobody", title: "a", body: "x" }, until)),
    ]);
  },
  "a company's reads of its responses, as many as it may": (load, until) =>
    repeat(64, until, (n) => {
      return ask(`${load.url}/api/responses?limit=100`, authorized(keyOf(load, n)), until);
    }),
  "1,000 phones' streams, all sent to": async (load, until) => {
    const streams = load.phones.map(async ({ token }) => {
      const answer = await fetch(`${load.url}/api/phone/stream`, {
        ...authorized(token),
        signal: until,
      });
      count(answer.status);
      await answer.body?.pipeTo(new WritableStream()).catch(() => {});
    });
    const userIds = load.phones.map(({ userId }) => userId);
    const title = "Everybody";
    await Promise.all([
      ...streams.map((stream) => stream.catch(() => {})),
      repeat(2, until, () => notify(load, { userIds, title, body: "x" }, until)),
    ]);
  },
  "callbacks to 600 hosts that never answer": async (load, until) => {
    const silent = listeners(600);
    for (const listener of silent) hold(listener);
    await answerFor(load, portsOf(silent), until);
    for (const listener of silent) listener.close();
  },
  "callbacks to 600 hosts that refuse": async (load, until) => {
    const closed = listeners(600);
    const ports = portsOf(closed);
    for (const listener of closed) listener.close();
    await answerFor(load, ports, until);
  },
  "a member's broadest lists and exports": (load, until) => {
    const paths = [
      "contacts.csv",
      "contacts?q=correo&per_page=100",
      "opportunities.csv",
      "stats",
      "reports?from=2022-01-01&to=2026-12-31",
      "search?q=ma",
    ];
    return repeat(8, until, (n) => member(load, paths[n % paths.length]!, {}, until));
  },
  "a member's imports of 5 MB": (load, until) => {
    const row = `Ana García;ana@example.com;600111222;${"De la feria. ".repeat(16)}\n`;
    const csv = "nombre;email;telefono;notas\n" + row.repeat(19_000);
    const init = { method: "POST", headers: { "Content-Type": "text/csv" }, body: csv };
    return repeat(4, until, () => member(load, "imports/contacts/preview", init, until));
  },
  "a member's PDFs": (load, until) =>
    repeat(
      8,
      until,
      (n) => member(load, `quotes/${load.quoteIds[n % load.quoteIds.length]}/pdf`, {}, until),
    ),
};

/** Does a thing over and over, by so many at once. */
async function repeat(
  atOnce: number,
  until: AbortSignal,
  act: (n: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  await Promise.all(Array.from({ length: atOnce }, async () => {
    while (!until.aborted) await act(next++);
  }));
}

function listeners(count: number): Deno.Listener[] {
  return Array.from({ length: count }, () => Deno.listen({ hostname: "127.0.0.1", port: 0 }));
}

function portsOf(all: Deno.Listener[]): number[] {
  return all.map(({ addr }) => (addr as Deno.NetAddr).port);
}

/** Sends and answers over and over; the callbacks go to the ports in turn. */
async function answerFor(load: AttackLoad, ports: number[], until: AbortSignal): Promise<void> {
  await repeat(8, until, async (n) => {
    const { token, userId } = load.phones[n % load.phones.length]!;
    const actions = [{ id: "yes", label: "Yes" }];
    const callbackUrl = `https://127.0.0.1:${ports[n % ports.length]}/never`;
    const sent = await notify(
      load,
      { userId, title: "a", body: "b", actions, callbackUrl },
      until,
    );
    if (!sent) return;
    const { notificationId } = JSON.parse(sent).data;
    const url = `${load.url}/api/phone/notifications/${notificationId}/response`;
    await ask(url, { ...jsonPost({ actionId: "yes" }), ...authorized(token) }, until);
  });
}

/** Takes connections and never says a word. */
async function hold(listener: Deno.Listener): Promise<void> {
  const held: Deno.Conn[] = [];
  try {
    for await (const connection of listener) held.push(connection);
  } catch {
    // The listener was closed.
  }
  for (const connection of held) connection.close();
}

let sends = 0;

function notify(load: AttackLoad, body: unknown, until: AbortSignal) {
  const init = { ...jsonPost(body), ...authorized(keyOf(load, sends++)) };
  return ask(`${load.url}/api/notify`, init, until);
}

function member(load: AttackLoad, path: string, init: RequestInit, until: AbortSignal) {
  const mark = path.includes("?") ? "&" : "?";
  const headers = { "Cf-Access-Jwt-Assertion": load.token, ...init.headers };
  const url = `${load.url}/api/admin/${path}${mark}company_id=${company}`;
  return ask(url, { ...init, headers }, until);
}

function keyOf({ keys }: AttackLoad, n: number): string {
  return keys[n % keys.length]!;
}

function jsonPost(body: unknown) {
  const headers = { "Content-Type": "application/json" };
  return { method: "POST", headers, body: JSON.stringify(body) };
}

function authorized(token: string): RequestInit {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  return { headers };
}

function formOf(text: string): Blob {
  return new Blob([text], { type: "application/x-www-form-urlencoded" });
}

/** The text of a success. Who has to show a key or a token waits as long as a refusal asks. */
async function ask(url: string, init: RequestInit, until: AbortSignal): Promise<string | void> {
  try {
    const answer = await fetch(url, { ...init, signal: until });
    const text = await answer.text();
    count(answer.status);
    if (answer.ok) return text;
    const waits = new Headers(init.headers).has("authorization") ? 1_000 : 20;
    if (answer.status === 429) await new Promise((resolve) => setTimeout(resolve, waits));
  } catch {
    if (!until.aborted) count("cut");
  }
}

function count(what: number | string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

function ended(until: AbortSignal): Promise<void> {
  return new Promise((resolve) => until.addEventListener("abort", () => resolve()));
}

async function run(load: AttackLoad): Promise<AttackResult> {
  const attack = attacks[load.name];
  if (!attack) throw new Error(`No such attack: ${load.name}`);
  const until = AbortSignal.timeout(load.seconds * 1_000);
  console.log(JSON.stringify("started"));
  await attack(load, until);
  return counts;
}

const options: AttackLoad | "names" = await readOptions();
console.log(JSON.stringify(options === "names" ? Object.keys(attacks) : await run(options)));
Deno.exit(0);
