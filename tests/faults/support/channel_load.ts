/**
 * A program that brings customers' messages and takes what members write, and members who write:
 * each step is repeated until an answer settles it.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { type Received, startReceiver } from "../../support/receiver.ts";
import { until } from "../../support/wait.ts";
import type { Random } from "./random.ts";
import { type Answer, ask, tryToAsk } from "./client.ts";
import type { Channel } from "./channel_stage.ts";

/** Messages that the app has acknowledged. */
interface Brought {
  externalId: string;
  messageId: number;
  contactId: number;
  /** SHA-256 of its file. */
  digest?: string;
}

interface Written {
  messageId: number;
  contactId: number;
}

interface LoadOptions {
  random: Random;
  base: () => string;
  channel: Channel;
  token: () => Promise<string>;
  /** How many write, each with a thread of their own. */
  customers: number;
  /** How many messages come in and go out. */
  most: { brought: number; written: number };
}

const width = 4;

/** Digits of a customer's number. */
export function phoneOf(customer: number): string {
  return `34${600_000_000 + customer}`;
}

export class ChannelLoad {
  readonly brought: Brought[] = [];
  readonly written: Written[] = [];
  /** How often no answer came. */
  broken = 0;
  #made = 0;
  #attempts = 0;
  #running: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: LoadOptions) {}

  start(): this {
    const crew = (work: () => Promise<void>) => Array.from({ length: width }, work);
    this.#running = Promise.all([
      ...crew(() => this.#bringAll()),
      ...crew(() => this.#writeAll()),
    ]);
    this.#running.catch(() => {}); // `finish` reports it
    return this;
  }

  /** Waits until this many more were acknowledged, or all are. */
  async progress(more: number): Promise<void> {
    const target = this.brought.length + this.written.length + more;
    const isThere = () => this.brought.length + this.written.length >= target;
    // The load ends with the first answer that it should never get.
    await Promise.race([this.#running, until(isThere, { what: `${more} more messages` })]);
  }

  async finish(): Promise<void> {
    await this.#running;
  }

  async #bringAll(): Promise<void> {
    const { random, channel: { program: { id: channelId, key } }, customers, most } = this.options;
    while (this.#made < most.brought) {
      const externalId = `m-${++this.#made}`;
      const number = random.between(1, customers);
      const id = `c-${number}`;
      const file = random.happens(0.2) ? await this.#bringFile(externalId) : undefined;
      const json = {
        channelId,
        externalId,
        // By it the number of WhatsApp reaches them too.
        from: { id, name: `Customer ${id}`, phone: `+${phoneOf(number)}` },
        text: `Message ${externalId}`,
        files: file ? [file.id] : [],
      };
      const { status, body } = await this.#insist("/api/messages", { as: key, json });
      assert.equal(status, 202, JSON.stringify(body));
      const { messageId, contactId } = body.data;
      this.brought.push({ externalId, messageId, contactId, digest: file?.digest });
    }
  }

  async #bringFile(name: string): Promise<{ id: string; digest: string }> {
    const bytes = crypto.getRandomValues(new Uint8Array(65_536));
    const long = this.options.random.between(1, 12);
    const whole = new Uint8Array(long * bytes.length);
    for (let at = 0; at < long; at++) whole.set(bytes, at * bytes.length);
    const { status, body } = await this.#insist(`/api/files?name=${name}.bin`, {
      as: this.options.channel.program.key,
      bytes: whole,
    });
    assert.equal(status, 201, JSON.stringify(body));
    return { id: body.data.id, digest: createHash("sha256").update(whole).digest("hex") };
  }

  async #writeAll(): Promise<void> {
    const { random, channel: { program, once }, most, token } = this.options;
    await until(() => this.brought.length > 0, { what: "somebody to write to" });
    while (this.#attempts < most.written) {
      const number = ++this.#attempts;
      const { contactId } = random.pick(this.brought);
      const { id: via } = random.happens(0.5) ? program : once;
      const path = `/api/admin/contacts/${contactId}/messages?company_id=1`;
      const { status, body } = await this.#insist(path, {
        json: { direction: "out", via, body: `Answer ${number}` },
        headers: async () => ({ "Cf-Access-Jwt-Assertion": await token() }),
      });
      assert.equal(status, 201, JSON.stringify(body));
      this.written.push({ messageId: body.data.id, contactId });
    }
  }

  #insist(
    path: string,
    { as, json, bytes, headers = () => Promise.resolve({}) }: {
      as?: string;
      json?: unknown;
      bytes?: Uint8Array<ArrayBuffer>;
      headers?: () => Promise<Record<string, string>>;
    },
  ): Promise<Answer> {
    return until(async () => {
      const request = { as, json, bytes, headers: await headers() };
      const answer = await tryToAsk(this.options.base(), "POST", path, request);
      if (answer && answer.status !== 503) return answer;
      this.broken++;
      const up = async () => (await ask(this.options.base(), "GET", "/readyz")).status === 200;
      await until(up, { what: "the app to be up again" });
    }, { what: `${path} to be taken` });
  }
}

/** Messages that the program's address got, well signed. */
export function startOutlet(secretOf: () => string, { refuses }: { refuses: number }) {
  const forged: string[] = [];
  /** By message: the ids that it came with, each request one. */
  const deliveries = new Map<number, string[]>();
  const refused = new Set<string>();
  const receiver = startReceiver({
    handler: (request: Received) => {
      const body = new TextDecoder().decode(request.body);
      let message: { messageId: number };
      try {
        message = new Webhook(secretOf())
          .verify(body, Object.fromEntries(request.headers)) as typeof message;
      } catch (error) {
        forged.push((error as Error).message);
        return new Response(null, { status: 401 });
      }
      const id = request.headers.get("webhook-id")!;
      if (!refused.has(id) && message.messageId % 20 < 20 * refuses) {
        refused.add(id);
        return new Response(null, { status: 503 });
      }
      deliveries.set(message.messageId, [...deliveries.get(message.messageId) ?? [], id]);
      return new Response(null, { status: 204 });
    },
  });
  return {
    url: receiver.url,
    forged,
    taken: deliveries,
    [Symbol.asyncDispose]: () => receiver.close(),
  };
}
