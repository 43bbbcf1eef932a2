/** Members who answer customers on the three apps; each call is repeated until it is taken. */
import assert from "node:assert/strict";
import { type MetaKind, metaKinds } from "@/lib/channels/meta/account_settings.ts";
import { samplePhoto } from "../../../demo/meta/samples.ts";
import { until } from "../../support/wait.ts";
import { type Answer, ask, tryToAsk } from "./client.ts";
import type { MetaStage } from "./meta_stage.ts";
import type { Random } from "./random.ts";

interface MembersOptions {
  random: Random;
  base: () => string;
  token: () => Promise<string>;
  business: MetaStage;
}

/** Two parts on Instagram. */
const longText = " y una frase más".repeat(70);

export class MetaMembers {
  /** Ids of the first parts that were acknowledged. */
  readonly written: number[] = [];
  /** Messages that were taken by a call whose answer nobody heard. */
  unheard = 0;
  #number = 0;

  constructor(private readonly options: MembersOptions) {}

  get count(): number {
    return this.written.length + this.unheard;
  }

  async write(): Promise<void> {
    const number = ++this.#number;
    while (!await this.#write(number));
  }

  /** @returns whether the person could be written to */
  async #write(number: number): Promise<boolean> {
    const { random, business } = this.options;
    const { id, channel } = await until(async () => {
      const { body } = await this.call("GET", "contacts?per_page=200&sort=created_at");
      const contacts = body.data as { id: number; channel: MetaKind }[];
      return contacts.length > 0 && random.pick(contacts);
    }, { what: "somebody to write to" });
    assert.ok(metaKinds.includes(channel), channel);
    const files = random.happens(0.2) ? [await this.#bringFile(number)] : [];
    const text = `Answer ${number}${random.happens(0.1) ? longText : ""}`;
    const { status, body } = await this.call("POST", `contacts/${id}/messages`, {
      ...{ direction: "out", via: business.accounts[channel].id, body: text, files },
    });
    // Somebody whom we have written to, and who has not.
    if (body.code === "window_closed" && body.details.until === null) return false;
    // An earlier call was taken, and nobody heard its answer: its file is in use.
    if (status === 422 && body.fields.files) {
      this.unheard++;
      return true;
    }
    assert.equal(status, 201, JSON.stringify(body));
    this.written.push(body.data.id);
    return true;
  }

  async #bringFile(number: number): Promise<string> {
    const { status, body } = await this.call("POST", `files?name=foto-${number}.png`, photo);
    assert.equal(status, 201, JSON.stringify(body));
    return body.data.id;
  }

  /** Calls as a member until the app answers. */
  async call(method: string, path: string, content?: object): Promise<Answer> {
    const { base, token } = this.options;
    const place = `/api/admin/${path}${path.includes("?") ? "&" : "?"}company_id=1`;
    return await until(async () => {
      const headers = { "Cf-Access-Jwt-Assertion": await token() };
      const body = content instanceof Uint8Array
        ? { bytes: content as Uint8Array<ArrayBuffer> }
        : { json: content };
      const answer = await tryToAsk(base(), method, place, { ...body, headers });
      if (answer && answer.status !== 503) return answer;
      const isUp = async () => (await ask(base(), "GET", "/readyz")).status === 200;
      await until(isUp, { what: "the app to be up again" });
    }, { what: `${path} to be taken` });
  }
}

const photo = samplePhoto();
