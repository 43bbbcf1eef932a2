/** What Meta's side does wrong, by a seed: it dies before it accepts, after, and in between. */
import type { Random } from "../../faults/support/random.ts";
import { graphError } from "./graph.ts";
import { broken } from "./sends.ts";

interface MischiefOptions {
  random: Random;
  /** Of the calls of each kind: so many go wrong. */
  share?: number;
  /** Delivers what it has, before a send is answered. */
  deliverFirst?(): Promise<void>;
}

export class Mischief {
  isOn = true;
  /** How often each thing was done. */
  readonly counts = new Map<string, number>();

  constructor(private readonly options: MischiefOptions) {}

  /** @param accept does what the call asks */
  async around(
    { method, path }: { method: string; path: string },
    accept: () => Promise<Response>,
  ): Promise<Response> {
    if (!this.isOn) return await accept();
    if (method === "POST" && path.endsWith("/messages")) return await this.#send(accept);
    const isFile = /^(cdn\/|media\/|8\d+$)|\/(media|message_attachments)$/.test(path);
    return isFile ? await this.#file(accept) : await accept();
  }

  async #send(accept: () => Promise<Response>): Promise<Response> {
    const { random, share = 0.12, deliverFirst } = this.options;
    if (!random.happens(share)) {
      const answer = await accept();
      if (deliverFirst && random.happens(0.3)) {
        this.#count("told before the answer");
        await deliverFirst();
      }
      return answer;
    }
    const what = random.pick(["before", "between", "after", "pace", "theirs"] as const);
    this.#count(what);
    switch (what) {
      case "before":
        return broken();
      case "between":
        await accept();
        return broken();
      case "after": {
        await accept();
        return new Response("<html>Bad gateway</html>", { status: 502 });
      }
      case "pace":
        return graphError(429, { code: 4, message: "(#4) Application request limit reached" });
      case "theirs":
        return graphError(500, { code: 2, message: "(#2) Service temporarily unavailable" });
    }
  }

  async #file(accept: () => Promise<Response>): Promise<Response> {
    const { random, share = 0.12 } = this.options;
    if (!random.happens(share)) return await accept();
    const what = random.pick(["cut file", "no file"] as const);
    this.#count(what);
    if (what === "no file") return new Response("Bad gateway", { status: 502 });
    const answer = await accept();
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const { status, headers } = answer;
    return new Response(
      new ReadableStream({
        start(end) {
          end.enqueue(bytes.slice(0, bytes.length >> 1));
          end.error("the answer breaks off");
        },
      }),
      { status, headers },
    );
  }

  #count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}
