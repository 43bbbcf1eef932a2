/** A person's browser, as far as HTTP goes: cookies, forms, and an authenticator in software. */
import { makeAuthenticator } from "./authenticator.ts";
import type { Credentials, Faults } from "./authenticator.ts";

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // Tests assert on the parts they know.
  // deno-lint-ignore no-explicit-any
  json: any;
}

export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly device: Credentials;

  constructor(
    readonly origin: string,
    device?: Credentials,
    private readonly client?: Deno.HttpClient,
  ) {
    this.device = device ?? makeAuthenticator(origin);
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async ask(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers({ accept: "text/html", cookie: this.cookie });
    if (method === "POST") headers.set("origin", this.origin);
    new Headers(init.headers).forEach((value, name) => headers.set(name, value));
    const response = await fetch(this.origin + path, {
      ...init,
      method,
      headers,
      redirect: "manual",
      // A setting of Deno's own.
      ...{ client: this.client },
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    const { status, headers: got } = response;
    return { status, headers: got, text, json: isJson ? JSON.parse(text) : null };
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.ask("GET", path, { headers });
  }

  form(path: string, fields: Record<string, string>, headers = {}): Promise<Answer> {
    return this.ask("POST", path, { body: new URLSearchParams(fields), headers });
  }

  post(path: string, body: unknown): Promise<Answer> {
    const headers = { "content-type": "application/json", accept: "application/json" };
    return this.ask("POST", path, { body: JSON.stringify(body), headers });
  }

  /** Makes a passkey with an invitation. */
  async redeem(link: string, faults: Faults = {}): Promise<Answer> {
    const options = await this.post("/.gateway/link/options", { link });
    if (options.status !== 200) return options;
    const response = await this.device.create(options.json, faults);
    return await this.post("/.gateway/link/passkey", { link, response });
  }

  /** Signs in with the newest passkey. */
  async signIn(fields: { to?: string; link?: string } = {}, faults: Faults = {}): Promise<Answer> {
    const options = await this.post("/.gateway/passkey/options", {});
    if (options.status !== 200) return options;
    const response = await this.device.get(options.json, faults);
    return await this.post("/.gateway/passkey", { ...fields, response });
  }

  /** Adds a further passkey. */
  async addPasskey(device = this.device, faults: Faults = {}): Promise<Answer> {
    const options = await this.post("/.gateway/account/passkey/options", {});
    if (options.status !== 200) return options;
    const response = await device.create(options.json, faults);
    return await this.post("/.gateway/account/passkey", { response });
  }

  #keep(line: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
    if (/max-age=0\b/i.test(line)) this.cookies.delete(name!);
    else this.cookies.set(name!, value!);
  }
}
