/** Customers whose mails are put into a mailbox, and members who write by it. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { ImapFlow } from "imapflow";
import { password } from "../../channels/email/dovecot.ts";
import { until } from "../../support/wait.ts";
import type { Random } from "./random.ts";
import { ask, tryToAsk } from "./client.ts";

interface LoadOptions {
  random: Random;
  base: () => string;
  /** Of the mailbox, without TLS. */
  imapPort: number;
  user: string;
  via: number;
  token: () => Promise<string>;
  /** How many write, each with a thread of their own. */
  customers: number;
  most: { brought: number; written: number };
}

const writers = 4;
/** A server of the world's does not deliver all at once. */
const aheadMost = 200;

export class MailLoad {
  /** Texts of the mails that lie in the mailbox. */
  readonly brought: string[] = [];
  /** Ids of messages that were acknowledged. */
  readonly written: number[] = [];
  /** How often no answer came. */
  broken = 0;
  #attempts = 0;
  #running: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: LoadOptions) {}

  start(): this {
    const crew = Array.from({ length: writers }, () => this.#writeAll());
    this.#running = Promise.all([this.#deliverAll(), ...crew]);
    this.#running.catch(() => {}); // `finish` reports it
    return this;
  }

  /** Waits until this many more were delivered or acknowledged, or all are. */
  async progress(more: number): Promise<void> {
    const done = () => this.brought.length + this.written.length;
    const target = done() + more;
    await Promise.race([this.#running, until(() => done() >= target, { what: `${more} more` })]);
  }

  async finish(): Promise<void> {
    await this.#running;
  }

  async #deliverAll(): Promise<void> {
    const { random, imapPort, user, customers, most } = this.options;
    const client = await open(imapPort, user);
    try {
      while (this.brought.length < most.brought) {
        const number = this.brought.length + 1;
        const text = `Message m-${number}`;
        await client.append("INBOX", Buffer.from(mailOf(random.between(1, customers), number)));
        this.brought.push(text);
        // In step with what is written, so that kills hit both.
        const share = most.written / most.brought;
        const isAhead = () => this.brought.length * share - this.written.length > aheadMost;
        if (isAhead()) await until(() => !isAhead(), { what: "members to keep up" });
      }
    } finally {
      client.close();
    }
  }

  async #writeAll(): Promise<void> {
    const { random, most, via } = this.options;
    while (this.#attempts < most.written) {
      const number = ++this.#attempts;
      const contactId = await until(async () => {
        const contacts = await this.#ask("GET", "contacts?per_page=200&sort=created_at");
        return contacts?.length > 0 && random.pick(contacts as { id: number }[]).id;
      }, { what: "somebody to write to" });
      const json = { direction: "out", via, body: `Answer ${number}` };
      const sent = await until(() => this.#ask("POST", `contacts/${contactId}/messages`, json), {
        what: "a message to be taken",
      });
      this.written.push(sent.id);
    }
  }

  /** @returns what was answered, or nothing where nobody did */
  // deno-lint-ignore no-explicit-any
  async #ask(method: string, path: string, json?: unknown): Promise<any> {
    const { base, token } = this.options;
    const headers = { "Cf-Access-Jwt-Assertion": await token() };
    const place = `/api/admin/${path}${path.includes("?") ? "&" : "?"}company_id=1`;
    const answer = await tryToAsk(base(), method, place, { json, headers });
    if (answer && answer.status !== 503) {
      assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
      return answer.body.data;
    }
    this.broken++;
    const up = async () => (await ask(base(), "GET", "/readyz")).status === 200;
    await until(up, { what: "the app to be up again" });
    return undefined;
  }
}

async function open(port: number, user: string): Promise<ImapFlow> {
  const client = new ImapFlow({
    ...{ host: "127.0.0.1", port, secure: false, doSTARTTLS: false },
    ...{ disableCompression: true, disableAutoIdle: true, logger: false },
    auth: { user, pass: password },
  });
  await client.connect();
  return client;
}

/** How many mails lie in a folder. */
export async function countIn(port: number, user: string, folder: string): Promise<number> {
  const client = await open(port, user);
  try {
    const status = await client.status(folder, { messages: true });
    return status ? status.messages ?? 0 : 0;
  } finally {
    client.close();
  }
}

function mailOf(customer: number, number: number): string {
  return [
    `From: Customer ${customer} <c${customer}@customers.example>`,
    "To: hola@taller.example",
    `Subject: Order ${number}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <m-${number}@customers.example>`,
    "Content-Type: text/plain; charset=utf-8",
    "",
    `Message m-${number}`,
    "",
  ].join("\r\n");
}
