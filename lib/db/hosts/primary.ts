import pg from "pg";
import { nameOf, type Server, serversOf, withOneServer } from "@/lib/db/hosts/address.ts";
import { cut, dialled, PrimaryClient } from "@/lib/db/hosts/primary_client.ts";
import { readSeen, type SeenTimeline, writeSeen } from "@/lib/db/hosts/seen_timeline.ts";
import {
  type Answer,
  askState,
  NoPrimary,
  reasonsOf,
  sayReasons,
  type ServerState,
} from "@/lib/db/hosts/server_state.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";

/** So long one server may take to say what it is. */
const answerMs = 2_000;
const pauseMs = 250;
/** A promotion elsewhere is noticed within this time, also by those who only read. */
const lookEveryMs = 5_000;
const suspectEveryMs = 1_000;

/** Server to connect to: the primary, any that answers, or a standby where there is one. */
export type Target = "primary" | "any" | "standby";

interface Options {
  log: Log;
  /** Folder in which the newest timeline is noted; without it the process alone remembers. */
  folder?: string;
  target?: Target;
  /** Asked on the first connection to a server that was promoted meanwhile, before any other. */
  atPromotion?: string;
  connection: pg.ClientConfig;
}

/** Of the servers of an address, the one that is written to, and the connections to it. */
export class Primary {
  readonly #servers: Server[];
  readonly #connection: pg.ClientConfig;
  readonly #clients = new Map<pg.Client, Server>();
  #choice: Server | null = null;
  #looking: Promise<Server> | undefined;
  #failure: { at: number; error: unknown } | undefined;
  #memory: SeenTimeline | null = null;
  #isRead: Promise<void> | undefined;
  #isSystemSure = false;
  /** Of the connections that were taken. */
  #timeline = 0;
  #suspectedAt = -Infinity;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(address: string, private readonly options: Options) {
    this.#servers = serversOf(address);
    const connectionString = withOneServer(address);
    this.#connection = { ...options.connection, connectionString };
    if (!this.#isMany) return;
    this.#timer = setInterval(() => this.suspect(), lookEveryMs);
    Deno.unrefTimer(this.#timer);
  }

  get #isMany(): boolean {
    return this.#servers.length > 1;
  }

  get poolSettings(): pg.PoolConfig {
    const open = (config: pg.ClientConfig) => new PrimaryClient(config, this);
    const Client = class {
      constructor(config: pg.ClientConfig) {
        return open(config);
      }
    };
    return { ...this.#connection, Client: Client as unknown as new () => pg.ClientBase };
  }

  newClient(): pg.Client {
    return new PrimaryClient(this.#connection, this);
  }

  /** @throws NoPrimary */
  async choose(): Promise<Server | null> {
    await this.#readMemory();
    if (!this.#isMany) return null;
    if (this.#choice) return this.#choice;
    const { at = -Infinity, error } = this.#failure ?? {};
    if (performance.now() - at < pauseMs) throw error;
    return await this.#look();
  }

  /** Takes a connection that is open. @throws NoPrimary where its server is not to be used */
  async admit(client: pg.Client, server: Server | null): Promise<void> {
    const state = await askState(client);
    const reason = this.#reasonAgainst(state);
    if (reason) throw new NoPrimary(`the database ${reason}`);
    await this.#enter(client, state);
    await this.#note(state);
    const place = server ?? this.#servers[0]!;
    this.#clients.set(client, place);
    client.once("end", () => this.#clients.delete(client));
  }

  async #enter(client: pg.Client, { timeline }: ServerState): Promise<void> {
    const { atPromotion, log } = this.options;
    if (atPromotion && this.#timeline > 0 && timeline > this.#timeline) {
      await client.query(atPromotion);
      log.warn("database_promoted", { timeline });
    }
    this.#timeline = Math.max(this.#timeline, timeline);
  }

  /** A connection to it has failed: the next one asks all servers again. */
  lose(server: Server | null): void {
    if (server === this.#choice) this.#choice = null;
  }

  /** Looks again, and cuts connections to a server that is no longer the one. */
  suspect(): void {
    const now = performance.now();
    if (this.#clients.size === 0 || now - this.#suspectedAt < suspectEveryMs) return;
    this.#suspectedAt = now;
    this.#look().catch(() => {});
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): Promise<Server> {
    return this.#looking ??= this.#askAll().finally(() => this.#looking = undefined);
  }

  async #askAll(): Promise<Server> {
    await this.#readMemory();
    const answers = await Promise.all(this.#servers.map((server) => this.#ask(server)));
    const reasons = this.#reasons(answers);
    this.#servers.forEach((server, at) => {
      // One that is silent may be slow.
      if (reasons[at] && !(answers[at] instanceof Error)) this.#drop(server);
    });
    const chosen = this.#chosen(answers, reasons);
    if (chosen === -1) {
      const error = new NoPrimary(sayReasons(this.#servers, reasons).join("; "));
      this.#failure = { at: performance.now(), error };
      throw error;
    }
    const [server, state] = [this.#servers[chosen]!, answers[chosen] as ServerState];
    await this.#note(state);
    if (this.#choice !== server) {
      this.#choice = server;
      if (this.#isMany) {
        const passedOver = sayReasons(this.#servers, reasons);
        this.options.log.info("database_primary", { server: nameOf(server), passedOver });
      }
    }
    // What goes on elsewhere would read what is no longer so.
    for (const other of this.#servers) if (other !== server) this.#drop(other);
    return server;
  }

  /** The one that is used stays while it may; else the first in their order. */
  #chosen(answers: readonly Answer[], reasons: readonly (string | null)[]): number {
    const current = this.#choice ? this.#servers.indexOf(this.#choice) : -1;
    if (current >= 0 && reasons[current] === null) return current;
    const first = reasons.indexOf(null);
    if (first >= 0 || this.options.target !== "any") return first;
    return answers.findIndex((answer) =>
      !(answer instanceof Error) && this.#reasonAgainst(answer) === null
    );
  }

  #reasons(answers: readonly Answer[]): (string | null)[] {
    const { target = "primary" } = this.options;
    return reasonsOf(answers, { target, memory: this.#memory, isSystemSure: this.#isSystemSure });
  }

  #reasonAgainst(state: ServerState): string | null {
    const isAny = this.options.target === "any";
    return this.#reasons([
      isAny ? { ...state, isInRecovery: false, isReadOnly: false } : state,
    ])[0]!;
  }

  async #ask(server: Server): Promise<Answer> {
    const client = dialled(new pg.Client(this.#connection), this.#isMany ? server : null);
    client.on("error", () => {});
    const timer = setTimeout(() => cut(client), answerMs);
    try {
      await client.connect();
      return await askState(client);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      clearTimeout(timer);
      cut(client);
    }
  }

  #drop(server: Server): void {
    if (this.#choice === server) this.#choice = null;
    for (const [client, place] of this.#clients) if (place === server) cut(client);
  }

  #readMemory(): Promise<void> {
    const { folder } = this.options;
    return this.#isRead ??= (async () => {
      if (folder) this.#memory = await readSeen(folder);
    })();
  }

  async #note({ system, timeline, isInRecovery }: ServerState): Promise<void> {
    this.#isSystemSure = true;
    const { folder, log } = this.options;
    const isNew = this.#memory?.system !== system ||
      !isInRecovery && this.#memory.timeline < timeline;
    if (!isNew) return;
    const memory = this.#memory = { system, timeline };
    if (!folder || !this.#isMany) return;
    await writeSeen(folder, memory).catch((error) =>
      log.warn("timeline_not_noted", describeError(error))
    );
  }
}
