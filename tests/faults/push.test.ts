import assert from "node:assert/strict";
import { authorityFile } from "../support/certificates.ts";
import { freePort } from "../support/process.ts";
import { created, type PushService, refusing, startPushService } from "../support/push_service.ts";
import { patienceMs, until } from "../support/wait.ts";
import { newRandom } from "./support/random.ts";
import { ask, each, tryToAsk } from "./support/client.ts";
import { heldUpMs, leastOf } from "./support/measure.ts";
import { long, proof } from "./support/proof.ts";
import { anyKind, openStage, roundsOn, type Sql, type Stage, testOn } from "./support/stage.ts";

testOn(anyKind, "a killed app pushes everything it accepted", async (kind) => {
  const kills = roundsOn(kind, 3, 20);
  const random = newRandom();
  await using trusted = await trustedFile();
  await using stage = await openStage(kind, { env: pushing(trusted.path) });
  const refused = new Set<string>();
  await using service = startPushService({
    // A few are refused the first time, so that there are retries too.
    answer: (message) => {
      const { id, device } = message.payload.notification.data;
      const name = `${id} ${device}`;
      if (refused.has(name) || !random.happens(0.05)) return created(message);
      refused.add(name);
      return refusing(503)(message);
    },
  });
  let app = await stage.start();
  await subscribeAll(stage, app.url, [...stage.phones.keys()], service);
  const senders = new Senders(stage, () => app.url);
  try {
    for (let kill = 1; kill <= kills; kill++) {
      await senders.progress(random.between(5, 60));
      if (kill === kills) await senders.finish();
      app.kill();
      await app.exited;
      if (!long && kill === kills) await stage.sql(endLeases);
      app = await stage.start({ port: app.port });
    }
    const missing = () => senders.pending.filter(({ id, user }) => !shows(service, user, id));
    await until(() => missing().length === 0, {
      timeoutMs: patienceMs,
      what: "every push to arrive",
    }).catch((error) => {
      throw new Error(`${error.message} ${missing().length} of ${senders.pending.length} did not`);
    });
    await until(async () => {
      const { body } = await ask(
        app.url,
        "GET",
        `/api/notifications/${senders.pending.at(-1)!.id}`,
        {
          as: stage.key,
        },
      );
      return body.data.recipients.every(({ status }: { status: string }) => status === "sent");
    }, { what: "the last one to be noted as sent" });
  } catch (error) {
    throw new Error(`with SEED=${random.seed}: ${(error as Error).message}`, { cause: error });
  }
  assert.deepEqual(service.faults, []);
  for (const user of stage.phones.keys()) verifyShownOnce(service, user);
  const extra = service.pushed.filter(({ status }) => status === 201).length -
    senders.pending.length;
  proof(
    `${kills} kills on ${kind}, seed ${random.seed}: ${senders.pending.length} pushes due, none lost, ` +
      `${extra} came twice and replaced themselves`,
  );
  app.kill();
});

const due = 200;
const groups = { healthy: usersOf("h"), hanging: usersOf("d"), refusing: usersOf("r") };

testOn(
  long ? ["postgres", "pglite"] : ["postgres"],
  "a dead push service delays no other phone",
  async (kind) => {
    await using trusted = await trustedFile();
    const users = Object.values(groups).flat();
    await using stage = await openStage(kind, { users, env: pushing(trusted.path) });
    await using healthy = startPushService();
    const never = new Promise<Response>(() => {});
    await using hanging = startPushService({ answer: () => never });
    const app = await stage.start();
    await subscribeAll(stage, app.url, groups.healthy, healthy);
    await subscribeAll(stage, app.url, groups.hanging, hanging);
    await subscribeAll(stage, app.url, groups.refusing, hanging, freePort());
    const alone = await sendAndMeasure(stage, app.url, healthy);
    for (const group of [groups.hanging, groups.refusing]) {
      for (let n = 0; n < due / group.length; n++) await sendTo(stage, app.url, group);
    }
    const beside = await leastOf(
      () => sendAndMeasure(stage, app.url, healthy),
      alone + heldUpMs,
    );
    assert.ok(beside < alone + heldUpMs, `held up by ${beside - alone} ms`);
    proof(
      `${due} pushes to a healthy service on ${kind}: the slowest took ${alone} ms alone, ` +
        `${beside} ms beside ${2 * due} to dead ones`,
    );
    app.kill();
  },
);

function usersOf(letter: string): string[] {
  return Array.from({ length: 10 }, (_, n) => `${letter}${n}`);
}

async function trustedFile() {
  const path = await authorityFile();
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path) };
}

function pushing(authorities: string): Record<string, string> {
  return {
    VAPID_SUBJECT: "mailto:push@relevo.example",
    PUSH_HOSTS: "localhost:*",
    NODE_EXTRA_CA_CERTS: authorities,
  };
}

/** Subscribes the browsers of the users' phones; at another port there is nobody. */
async function subscribeAll(
  stage: Stage,
  base: string,
  users: string[],
  service: PushService,
  port = service.port,
): Promise<void> {
  await each(users, 4, async (user) => {
    const subscription = service.subscribe(user);
    const endpoint = subscription.endpoint.replace(`:${service.port}/`, `:${port}/`);
    const { status, body } = await ask(base, "PUT", "/api/phone/push", {
      as: stage.phones.get(user)!,
      json: { ...subscription, endpoint },
    });
    assert.equal(status, 200, JSON.stringify(body));
  });
}

async function sendTo(stage: Stage, base: string, userIds: string[]): Promise<string> {
  const json = { userIds, title: "¿Vienes?", body: "El sábado" };
  const { status, body } = await ask(base, "POST", "/api/notify", { as: stage.key, json });
  assert.equal(status, 202, JSON.stringify(body));
  return body.data.notificationId;
}

/** How long after its 202 the slowest of so many pushes came, in ms. */
async function sendAndMeasure(stage: Stage, base: string, service: PushService): Promise<number> {
  const before = service.pushed.length;
  const sentAt = new Map<string, number>();
  for (let n = 0; n < due / groups.healthy.length; n++) {
    const at = Date.now();
    sentAt.set(await sendTo(stage, base, groups.healthy), at);
  }
  await service.received(before + due, patienceMs);
  return Math.max(
    ...service.pushed.slice(before).map(({ at, payload }) =>
      at - sentAt.get(payload.notification.data.id)!
    ),
  );
}

/** Programs that repeat each send with its idempotency key until it is accepted. */
class Senders {
  /** Accepted notifications of each user. */
  readonly pending: { id: string; user: string }[] = [];
  #stopping = false;
  #made = 0;
  readonly #running: Promise<unknown>;

  constructor(private readonly stage: Stage, private readonly base: () => string) {
    this.#running = Promise.all(Array.from({ length: 3 }, () => this.#send()));
    this.#running.catch(() => {}); // `finish` reports it
  }

  async progress(more: number): Promise<void> {
    const target = this.pending.length + more;
    const what = `${more} more accepted pushes`;
    await until(() => this.pending.length >= target, { what });
  }

  async finish(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  async #send(): Promise<void> {
    const users = [...this.stage.phones.keys()];
    while (!this.#stopping) {
      const number = ++this.#made;
      const userIds = users.slice(number % users.length).slice(0, 1 + number % 3);
      const json = {
        userIds,
        title: `Send ${number}`,
        body: "¿Sí o no?",
        idempotencyKey: `key ${number}`,
      };
      const accepted = await until(async () => {
        const answer = await tryToAsk(this.base(), "POST", "/api/notify", {
          as: this.stage.key,
          json,
        });
        return answer && answer.status < 300 && answer;
      }, { what: "a send to be taken" });
      const id = accepted.body.data.notificationId;
      for (const user of userIds) this.pending.push({ id, user });
    }
  }
}

function shows(service: PushService, user: string, id: string): boolean {
  return service.takenBy(user).some(({ payload }) => payload.notification.data.id === id);
}

/**
 * A phone shows one notification for a tag: each id has to come under one, and each under its own.
 */
function verifyShownOnce(service: PushService, user: string): void {
  const titles = new Map<string, string>();
  for (const { payload: { notification: { tag, data } } } of service.takenBy(user)) {
    assert.equal(titles.get(tag) ?? data.id, data.id, "two notifications under one tag");
    titles.set(tag, data.id);
  }
  assert.equal(new Set(titles.values()).size, titles.size, "one notification under two tags");
}

/** Makes leases end that a killed process has left, which otherwise takes 45 s. */
async function endLeases(sql: Sql): Promise<void> {
  await sql("update push_jobs set leased_until = now() - interval '1 s' where lease is not null");
}
