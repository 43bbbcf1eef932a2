/**
 * Concurrent clients that send and answer as the README tells them to: a send with an idempotency
 * key and an answer are repeated until they are accepted.
 */
import assert from "node:assert/strict";
import { until } from "../../support/wait.ts";
import type { Random } from "./random.ts";
import { type Answer, ask, tryToAsk } from "./client.ts";
import type { Stage } from "./stage.ts";

/** A send that the app has acknowledged. */
export interface Sent {
  id: string;
  title: string;
  users: string[];
  idempotencyKey?: string;
  callback: boolean;
}

/** An answer that the app has acknowledged, as it returned it. */
interface Answered {
  notificationId: string;
  userId: string;
  // deno-lint-ignore no-explicit-any
  record: any;
}

interface Sending {
  title: string;
  userIds: string[];
  idempotencyKey?: string;
  callbackUrl?: string;
  [field: string]: unknown;
}

interface Question {
  id: string;
  userId: string;
  json: Record<string, string>;
}

interface LoadOptions {
  stage: Stage;
  random: Random;
  /** The app's address; read for each request. */
  base: () => string;
  callbackUrl: string;
  /** Most sends of the whole load. */
  most?: number;
  /** Concurrent senders, and as many concurrent phones. */
  width?: number;
}

/** The load; `sent` and `answered` hold what was acknowledged. */
export class Load {
  readonly sent: Sent[] = [];
  readonly answered: Answered[] = [];
  /** Number of answers by status; 0 is no answer. */
  readonly statuses = new Map<number, number>();
  /** Every id that a send with the key got, first and repeated. */
  readonly idsByKey = new Map<string, Set<string>>();
  /** Answers that a client should never get. */
  readonly surprises: string[] = [];
  #made = 0;
  #stopping = false;
  #sendersDone = false;
  #questions: Question[] = [];
  #running: Promise<unknown> = Promise.resolve();
  #comingUp?: Promise<void>;

  constructor(private readonly options: LoadOptions) {}

  /** Starts; {@link finish} ends it. */
  start(): this {
    const { width = 6 } = this.options;
    const crew = (work: () => Promise<void>) => Array.from({ length: width }, work);
    const senders = Promise.all(crew(() => this.#sendAll())).finally(() =>
      this.#sendersDone = true
    );
    this.#running = Promise.all([senders, ...crew(() => this.#answerAll())]);
    this.#running.catch(() => {}); // `finish` reports it
    return this;
  }

  /** Waits until this many more sends and answers were acknowledged, or the load has ended. */
  async progress(more: number): Promise<void> {
    const target = this.sent.length + this.answered.length + more;
    await until(
      () => this.#sendersDone || this.sent.length + this.answered.length >= target,
      { what: `${more} more accepted requests` },
    );
  }

  /** Makes no new sends, and waits until the open ones are through. */
  async finish({ early = true } = {}): Promise<void> {
    if (early) this.#stopping = true;
    await this.#running;
    assert.deepEqual(this.surprises, []);
  }

  /** The counts of statuses as text. */
  get summary(): string {
    const counts = [...this.statuses].sort(([a], [b]) => a - b)
      .map(([status, count]) => `${count}×${status || "broken"}`);
    return `${this.sent.length} sends and ${this.answered.length} answers accepted ` +
      `(${counts.join(", ")})`;
  }

  async #sendAll(): Promise<void> {
    while (!this.#stopping && this.#made < (this.options.most ?? Infinity)) {
      const sending = this.#makeSending();
      const answer = sending.idempotencyKey
        ? await this.#insist("/api/notify", this.options.stage.key, sending)
        : await this.#once("/api/notify", this.options.stage.key, sending);
      if (answer?.status === 202 || answer?.status === 200) this.#noteSent(sending, answer);
      else if (answer && answer.status !== 503) this.#surprise("send", answer);
      else await this.#untilUp();
      if (sending.idempotencyKey && this.options.random.happens(0.2)) await this.#repeat(sending);
    }
  }

  #makeSending(): Sending {
    const { random, stage, callbackUrl } = this.options;
    const name = `${random.seed}-${++this.#made}`;
    const users = [...stage.phones.keys()];
    const several = random.happens(0.3) ? random.between(2, 4) : 1;
    return {
      title: `Send ${name}`,
      body: "¿Sí o no?",
      userIds: [...new Set(Array.from({ length: several }, () => random.pick(users)))],
      actions: [{ id: "yes", label: "Sí" }, { id: "no", label: "No" }],
      allowReply: true,
      data: { name },
      ...(random.happens(0.6) ? { idempotencyKey: `key-${name}` } : {}),
      ...(random.happens(0.2) ? { tag: `tag-${random.between(1, 5)}` } : {}),
      ...(random.happens(0.9) ? { callbackUrl } : {}),
    };
  }

  #noteSent(sending: Sending, { body }: Answer): void {
    const { random } = this.options;
    const id = body.data.notificationId;
    const { title, userIds: users, idempotencyKey } = sending;
    this.sent.push({
      id,
      title,
      users,
      idempotencyKey,
      callback: sending.callbackUrl !== undefined,
    });
    if (idempotencyKey) this.#noteId(idempotencyKey, id);
    for (const userId of users) {
      if (!random.happens(0.7)) continue;
      const json: Record<string, string> = random.happens(0.7)
        ? { actionId: random.pick(["yes", "no"]) }
        : { reply: `Año ${random.between(1, 99)}` };
      this.#questions.push({ id, userId, json });
    }
  }

  #noteId(key: string, id: string): void {
    if (!this.idsByKey.has(key)) this.idsByKey.set(key, new Set());
    this.idsByKey.get(key)!.add(id);
  }

  async #repeat(sending: Sending): Promise<void> {
    const answer = await this.#insist("/api/notify", this.options.stage.key, sending);
    if (answer.status !== 200) return this.#surprise("repeat", answer);
    this.#noteId(sending.idempotencyKey!, answer.body.data.notificationId);
  }

  async #answerAll(): Promise<void> {
    while (true) {
      await until(() => this.#questions.length > 0 || this.#sendersDone, {
        what: "something to answer",
      });
      const question = this.#questions.shift();
      if (question) await this.#answer(question);
      else if (this.#sendersDone) return;
    }
  }

  async #answer({ id, userId, json }: Question): Promise<void> {
    const token = this.options.stage.phones.get(userId)!;
    const answer = await this.#insist(`/api/phone/notifications/${id}/response`, token, json);
    if (answer.status === 201 || answer.status === 200) {
      this.answered.push({ notificationId: id, userId, record: answer.body.data });
    } else if (answer.body.code !== "notification_closed") this.#surprise("answer", answer);
  }

  /** Repeats the request until it gets an answer that settles it. */
  #insist(path: string, as: string, json: unknown): Promise<Answer> {
    return until(async () => {
      const answer = await this.#once(path, as, json);
      if (answer && answer.status !== 503) return answer;
      await this.#untilUp();
    }, { what: `${path} to be taken` });
  }

  async #once(path: string, as: string, json: unknown): Promise<Answer | null> {
    const answer = await tryToAsk(this.options.base(), "POST", path, { as, json });
    const status = answer?.status ?? 0;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status === 503 && !/^\d+$/.test(answer!.headers.get("retry-after") ?? "")) {
      this.#surprise("no Retry-After", answer!);
    }
    return answer;
  }

  /** All clients wait together: each for itself would keep the machine from starting the app. */
  #untilUp(): Promise<void> {
    const up = async () => (await ask(this.options.base(), "GET", "/readyz")).status === 200;
    return this.#comingUp ??= until(up, { what: "the app to be up again" })
      .then(() => {}).finally(() => this.#comingUp = undefined);
  }

  #surprise(what: string, { status, body }: Answer): void {
    this.surprises.push(`${what}: ${status} ${JSON.stringify(body)}`);
  }
}
