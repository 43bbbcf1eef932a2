/**
 * Sellers who turn messages into sales, repeating each step until it succeeds: a stranger writes,
 * the contact is converted, the quotation sent, approved and confirmed.
 */
import assert from "node:assert/strict";
import { until } from "../../support/wait.ts";
import { type Answer, ask, tryToAsk } from "./client.ts";

interface SellersOptions {
  /** The app's address; read for each request. */
  base: () => string;
  /** A fresh gateway token of a member of company 1. */
  token: () => Promise<string>;
  width?: number;
}

/** A completed sale, as the app acknowledged it. */
interface Sold {
  email: string;
  contactId: number;
  quoteId: number;
  saleId: number;
}

const admin = "/api/admin";

export class Sellers {
  readonly sold: Sold[] = [];
  /** Accepted steps of any kind. */
  steps = 0;
  /** How often no answer came. */
  broken = 0;
  #made = 0;
  #stopping = false;
  #products: number[] = [];
  #running: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: SellersOptions) {}

  /** Fills the catalog and starts; {@link finish} ends it. */
  async start(): Promise<this> {
    for (const unit_price of [19.99, 120.3333]) {
      const json = { name: `Obra ${unit_price}`, unit_price };
      const { body } = await this.#insist("POST", `${admin}/products`, json);
      this.#products.push(body.data.id);
    }
    const { width = 4 } = this.options;
    this.#running = Promise.all(Array.from({ length: width }, () => this.#work()));
    this.#running.catch(() => {}); // `finish` reports it
    return this;
  }

  /** Waits until this many more steps were acknowledged. */
  async progress(more: number): Promise<void> {
    const target = this.steps + more;
    const what = `${more} more accepted steps`;
    await until(() => this.steps >= target, { what });
  }

  /** Begins no new way, and waits until the open ones are at their end. */
  async finish(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  async #work(): Promise<void> {
    while (!this.#stopping) this.sold.push(await this.#sell(`flow${++this.#made}@cliente.example`));
  }

  async #sell(email: string): Promise<Sold> {
    await this.#insist("POST", "/api/contact", { email, message: "Una obra", elapsed_ms: 9000 });
    const contacts = `${admin}/contacts`;
    const { body } = await this.#insist("GET", `${contacts}?q=${email.split("@")[0]}`);
    const { id: contactId } = body.data.find((one: { email: string }) => one.email === email);
    const converted = await this.#insist("POST", `${contacts}/${contactId}/convert`, {
      products: this.#products,
    }, [409]);
    const { data, details } = converted.body;
    const quoteId = data?.quote.id ?? details.quote_id;
    const quote = `${admin}/quotes/${quoteId}`;
    // One that was done already, by a try whose answer was lost, is refused.
    await this.#insist("POST", `${quote}/send`, undefined, [409]);
    await this.#insist("POST", `${quote}/approve`, undefined, [409]);
    const confirm = () => this.#insist("POST", `${quote}/confirm-sale`);
    const [one, other] = await Promise.all([confirm(), confirm()]);
    assert.equal(one.body.data.sale.id, other.body.data.sale.id, `two sales of ${quote}`);
    return { email, contactId, quoteId, saleId: one.body.data.sale.id };
  }

  /** Repeats the request until it gets an answer that settles it: success, or one of `also`. */
  async #insist(method: string, path: string, json?: unknown, also: number[] = []) {
    const answer = await until(async () => {
      const headers = { "Cf-Access-Jwt-Assertion": await this.options.token() };
      const url = new URL(path, this.options.base());
      if (path.startsWith(admin)) url.searchParams.set("company_id", "1");
      const answer = await tryToAsk(url.href, method, "", { json, headers });
      if (answer && answer.status !== 503) return answer;
      this.broken++;
      await this.#untilUp();
    }, { what: `${path} to be taken` }) as Answer;
    const settled = answer.status < 300 || also.includes(answer.status);
    assert.ok(settled, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    this.steps++;
    return answer;
  }

  async #untilUp(): Promise<void> {
    const up = async () => (await ask(this.options.base(), "GET", "/readyz")).status === 200;
    await until(up, { what: "the app to be up again" });
  }
}
