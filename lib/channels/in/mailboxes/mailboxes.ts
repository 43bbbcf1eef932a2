import type { ImapFlow } from "imapflow";
import { sql } from "kysely";
import type { Announce } from "@/lib/tools/after_commit.ts";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker, inCompany } from "@/lib/db/transaction.ts";
import { FairSemaphore } from "@/lib/fairness/fair_semaphore.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";
import { noteCalls, noteReceived } from "@/lib/channels/accounts/account_state.ts";
import { emailSettingsOf } from "@/lib/channels/accounts/email_settings.ts";
import type { MailNetwork } from "@/lib/channels/email/network.ts";
import { MailFailure } from "@/lib/channels/email/failure.ts";
import { openImap } from "@/lib/channels/email/imap.ts";
import type { MailLogins } from "@/lib/channels/email/oauth/logins.ts";
import { findSentFolder } from "@/lib/channels/email/sent_folder.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import { bringFolder } from "@/lib/channels/in/mailboxes/bring_folder.ts";
import type { Reading } from "@/lib/channels/in/reading.ts";
import { MailboxShares, type OwnMailbox, pauseOf } from "@/lib/channels/in/mailboxes/shares.ts";
import { type SecretCipher, SecretLost } from "@/lib/secrets/secret_cipher.ts";
import { currentTime } from "@/lib/tools/clock.ts";

interface MailboxesOptions {
  db: Db;
  /** Id of the process. */
  holder: string;
  log: Log;
  announce: Announce;
  handlers: ChannelHandlers;
  cipher: SecretCipher | null;
  network: MailNetwork;
  logins: MailLogins;
  reading: Reading;
}

const mostWatched = 2_000;
/** Mailboxes that are read at once. A server that hangs holds a slot until its deadlines. */
const places = { perQueue: 4, inAll: 16 };
/** Members hear of a mailbox that could not be read so often in a row. */
const noticeAtFailure = 4;

/**
 * Brings what came into this process's share of the mailboxes: asked every few minutes, and at once
 * where a server says so (IDLE).
 */
export class Mailboxes {
  #places = new FairSemaphore<number>(places);
  #requests = new Set<number>();
  #runs = new Map<number, Promise<void>>();
  #watched = new Map<number, ImapFlow>();
  #sessions = new Set<ImapFlow>();
  #failures = new Map<number, number>();
  /** When each of this process's mailboxes was asked last, by the process's clock. */
  #askedAt = new Map<number, number>();
  readonly #shares: MailboxShares;
  #isAtWork = false;
  #isStopped = false;

  constructor(private readonly options: MailboxesOptions) {
    this.#shares = new MailboxShares(options.db, options.holder);
  }

  async sweep(): Promise<void> {
    if (this.#isStopped || !this.options.cipher) return;
    this.#isAtWork = true;
    if (this.#isHeld) return;
    const rows = await this.#shares.claim();
    const own = new Set(rows.map(({ id }) => id));
    for (const id of this.#watched.keys()) if (!own.has(id)) this.#unwatch(id);
    for (const id of this.#askedAt.keys()) if (!own.has(id)) this.#askedAt.delete(id);
    for (const one of rows) if (this.#isDue(one)) this.#ask(one.companyId, one.id);
  }

  #isDue(one: OwnMailbox): boolean {
    const askedAt = this.#askedAt.get(one.id) ?? -Infinity;
    const lastReceivedAt = this.#failures.has(one.id) ? null : one.lastReceivedAt;
    return performance.now() - askedAt >= pauseOf({ lastReceivedAt }, currentTime());
  }

  /** One that is new or has changed, where this process sweeps. */
  look(id: number): void {
    if (!this.#isAtWork || this.#isHeld) return;
    this.#shares.take(id).then((one) => one && this.#ask(one.companyId, id))
      .catch((error) => this.options.log.warn("mailbox_not_read", { id, ...describeError(error) }));
  }

  /** Once more after the present time, however often it is asked for meanwhile. */
  #ask(companyId: number, id: number): void {
    if (this.#requests.has(id) || this.#isStopped || this.#isHeld) return;
    this.#requests.add(id);
    this.#askedAt.set(id, performance.now());
    const before = this.#runs.get(id);
    const run = this.#runAfter(companyId, id, before).catch(() => {}).finally(() => {
      if (this.#runs.get(id) === run) this.#runs.delete(id);
    });
    this.#runs.set(id, run);
  }

  async #runAfter(companyId: number, id: number, before?: Promise<void>): Promise<void> {
    try {
      await before;
      const release = await this.#places.acquire(companyId);
      this.#requests.delete(id);
      await this.read(companyId, id).finally(release);
    } catch (error) {
      this.#requests.delete(id);
      throw error;
    }
  }

  /** Reads one now, its inbox and what was sent. Never rejects. */
  async read(companyId: number, id: number): Promise<void> {
    if (this.#isStopped || this.#isHeld) return;
    const { db, log } = this.options;
    this.#unwatch(id);
    let client: ImapFlow | undefined;
    try {
      const session = await this.#open(companyId, id);
      if (!session) return;
      ({ client } = session);
      this.#sessions.add(client);
      const { account, folder } = session;
      const inbox = { account, client, role: "inbox", path: folder } as const;
      const { count, newest } = await bringFolder(this.options, inbox);
      const sent = await findSentFolder(client);
      if (sent) await bringFolder(this.options, { ...inbox, role: "sent", path: sent });
      this.#failures.delete(id);
      await asWorker(db, async (trx) => {
        if (count > 0) await noteReceived(trx, { companyId }, [id]);
        await noteCalls(trx, [{ accountId: id, failure: null, sent: false }]);
        await trx.updateTable("mailboxes").set({ read_at: sql<Date>`now()` })
          .where("company_id", "=", companyId).where("account_id", "=", id).execute();
      });
      await this.#watch(companyId, id, client, { folder, newest });
    } catch (error) {
      client?.close();
      if (this.#isStopped || this.#isHeld) return;
      log.warn("mailbox_not_read", { id, companyId, ...describeError(error) });
      if (error instanceof MailFailure && error.outcome === "login") this.options.logins.forget(id);
      await this.#noteFailure(companyId, id, error).catch((cause) =>
        log.warn("failure_not_told", { id, ...describeError(cause) })
      );
    } finally {
      if (client) this.#sessions.delete(client);
    }
  }

  /** Ends every connection; what was being read is read on from where it stood. */
  leave(): void {
    for (const id of [...this.#watched.keys()]) this.#unwatch(id);
    for (const client of this.#sessions) client.close();
  }

  get #isHeld(): boolean {
    return this.options.network.gate.isHeld;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const id of [...this.#watched.keys()]) this.#unwatch(id);
    this.#places.clear(new Error("the process ends"));
    await Promise.all(this.#runs.values());
  }

  async #open(companyId: number, id: number) {
    const { db, logins, network } = this.options;
    const account = await inCompany(
      db,
      companyId,
      (trx) =>
        trx.selectFrom("channel_accounts").selectAll()
          .where("company_id", "=", companyId).where("id", "=", id).where("kind", "=", "email")
          .where("state", "<>", "paused").where("deleted_at", "is", null).executeTakeFirst(),
    );
    if (!account) return undefined;
    const { imap } = emailSettingsOf(account.settings);
    const credential = await logins.of({ companyId, accountId: id, settings: account.settings });
    const client = await openImap({ ...imap, ...credential }, { network, companyId });
    return { account, client, folder: imap.folder };
  }

  async #watch(
    companyId: number,
    id: number,
    client: ImapFlow,
    { folder, newest }: { folder: string; newest: number },
  ): Promise<void> {
    if (this.#isStopped || this.#isHeld || this.#watched.size >= mostWatched) {
      return client.close();
    }
    this.#watched.set(id, client);
    const { uidNext } = await client.mailboxOpen(folder, { readOnly: true });
    // What came while the folders were read is news to nobody who watches from here on.
    if (uidNext - 1 > newest) return this.#ask(companyId, id);
    client.once("exists", () => this.#ask(companyId, id));
    client.once("close", () => this.#watched.get(id) === client && this.#watched.delete(id));
    // The sweep asks again where the wire breaks.
    client.idle().catch(() => {});
  }

  #unwatch(id: number): void {
    this.#watched.get(id)?.close();
    this.#watched.delete(id);
  }

  async #noteFailure(companyId: number, id: number, error: unknown): Promise<void> {
    const { db, announce, handlers } = this.options;
    const outcome = error instanceof MailFailure
      ? error.outcome
      : error instanceof SecretLost
      ? "secret"
      : undefined;
    // Trouble of our own, such as of the database, is none of the mailbox.
    if (outcome === undefined) return;
    const detail = error instanceof MailFailure ? error.detail : undefined;
    const failure = { outcome, status: null, detail };
    await asWorker(db, (trx) => noteCalls(trx, [{ accountId: id, failure, sent: false }]));
    const count = (this.#failures.get(id) ?? 0) + 1;
    this.#failures.set(id, count);
    if (count < noticeAtFailure) return;
    await inCompany(db, companyId, async (trx) => {
      const account = await trx.updateTable("channel_accounts")
        .set((eb) => ({ told_at: eb.fn<Date>("now") }))
        .where("company_id", "=", companyId).where("id", "=", id).where("told_at", "is", null)
        .where("state", "=", "failing").where("deleted_at", "is", null)
        .returningAll().executeTakeFirst();
      if (account) await handlers.tellOfFailure(trx, account);
    }, announce);
  }
}
