import type { Answer, Caller } from "@/attack/caller.ts";

/** One person's browser at the sign-in: it keeps its cookies and sends its address. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  /** @param address a header that names the caller's address, where that is believed */
  constructor(private readonly caller: Caller, private readonly address: Record<string, string>) {}

  async post(path: string, fields: Record<string, string>): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await this.caller.call("POST", path, {
      once: true,
      body: new URLSearchParams(fields).toString(),
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        "Origin": this.caller.base,
        "Sec-Fetch-Site": "same-origin",
        ...(cookie ? { Cookie: cookie } : {}),
        ...this.address,
      },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name) this.#cookies.set(name, value!);
    }
    return answer;
  }
}
