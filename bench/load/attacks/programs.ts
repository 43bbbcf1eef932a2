/** Attacks by a company's programs and phones, within their limits. */
import {
  ask,
  type Attack,
  type AttackLoad,
  authorized,
  count,
  jsonPost,
  keyOf,
  notify,
  repeat,
} from "./ask.ts";

export const programs: Record<string, Attack> = {
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
  "a company's bodies of 500 KB": (load, until) => {
    // Of as many people as a call may name, each with a name of the longest.
    const userIds = Array.from({ length: 1_000 }, (_, n) => `${n}-`.padEnd(200, "x"));
    const body = {
      userIds,
      title: "All",
      body: "x".repeat(2_000),
      data: { of: "x".repeat(2_000) },
    };
    return repeat(4, until, () => notify(load, { ...body, tag: "all" }, until));
  },
  "a company's messages of customers, from ten programs": (load, until) =>
    repeat(32, until, (n) => {
      const { id: channelId, key } = load.channels[n % load.channels.length]!;
      // Of many: more than 60 a minute of one customer would pause the account.
      const from = { id: `customer-${n % 1_000}`, name: "Somebody" };
      const message = { channelId, externalId: `${n}`, from, text: "Is my order ready?" };
      return ask(`${load.url}/api/messages`, { ...jsonPost(message), ...authorized(key) }, until);
    }),
  "a company's polls that come and go": (load, until) =>
    repeat(200, until, (n) => {
      const query = new URLSearchParams({ wait: "1", userId: `nobody-${n}` });
      return ask(`${load.url}/api/responses?${query}`, authorized(keyOf(load, n)), until);
    }),
};

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
  const connections: Deno.Conn[] = [];
  try {
    for await (const connection of listener) connections.push(connection);
  } catch {
    // The listener was closed.
  }
  for (const connection of connections) connection.close();
}
