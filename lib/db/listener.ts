import pg from "pg";
import { cut } from "@/lib/db/hosts/primary_client.ts";
import { Deadline, ordinaryMs } from "@/lib/db/deadline.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";

const pauseMs = 250;
const askEveryMs = 10_000;
const askForMs = 2_000;

export interface Heard {
  heard(payload: string): void;
  /** Notifications may have been missed. */
  lost(): void;
}

/** A connection that listens on a channel; probed, since one may die silently, and replaced. */
export class Listener {
  #client: pg.Client | undefined;
  #asked: Promise<boolean> | undefined;
  #isListening = false;
  #isClosed = false;
  #wake = () => {};

  constructor(private readonly newClient: () => pg.Client, private readonly log: Log) {}

  /** Settles once it listens or has failed once; it goes on trying. */
  listen(channel: string, { heard, lost }: Heard): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#isListening = true;
    const run = async () => {
      let isFirst = true;
      while (!this.#isClosed) {
        try {
          const client = await this.#open(channel, heard);
          if (!isFirst) lost();
          isFirst = false;
          resolve();
          await this.#watch(client);
        } catch (error) {
          this.log.debug("listen_retry", describeError(error));
        }
        resolve();
        this.#client = undefined;
        await this.#pause(pauseMs);
      }
    };
    run();
    return promise;
  }

  /** Probes the connection; one that does not answer within `ms` is replaced. */
  async isAlive(ms = askForMs): Promise<boolean> {
    if (!this.#isListening) return true;
    const client = this.#client;
    if (!client) return false;
    this.#asked ??= new Deadline(ms).wait(() => client.query("select 1"), () => cut(client))
      .then(() => true, () => false).finally(() => this.#asked = undefined);
    return await this.#asked;
  }

  close(): void {
    this.#isClosed = true;
    if (this.#client) cut(this.#client);
    this.#wake();
  }

  async #open(channel: string, heard: (payload: string) => void): Promise<pg.Client> {
    const client = this.newClient();
    client.on("notification", (message) => heard(message.payload ?? ""));
    await new Deadline(ordinaryMs).wait(async () => {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    }, () => cut(client));
    this.#client = client;
    return client;
  }

  async #watch(client: pg.Client): Promise<void> {
    let hasEnded = false;
    client.once("end", () => {
      hasEnded = true;
      this.#wake();
    });
    while (!hasEnded && !this.#isClosed) {
      await this.#pause(askEveryMs);
      if (!hasEnded && !await this.isAlive()) return;
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
