import type { ImapFlow } from "imapflow";
import { sql } from "kysely";
import type { Announce } from "@/lib/tools/after_commit.ts";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker, inCompany } from "@/lib/db/transaction.ts";
import { FairSemaphore } from "@/lib/fairness/fair_semaphore.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";
import { noteCalls, noteReceived } from "@/lib/channels/accounts/account_state.ts";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { placeOf } from "@/lib/channels/accounts/other_sign_in.ts";
import { emailSettingsOf } from "@/lib/channels/accounts/email_settings.ts";
import type { MailNetwork } from "@/lib/channels/email/network.ts";
import { MailFailure } from "@/lib/channels/email/failure.ts";
import { openImap } from "@/lib/channels/email/imap.ts";
import type { MailLogins } from "@/lib/channels/email/oauth/logins.ts";
import { fetchMails, openForReading, type RawMail } from "@/lib/channels/email/read_folder.ts";
import { findSentFolder } from "@/lib/channels/email/sent_folder.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import { withoutErasedBytes } from "@/lib/channels/in/erased_mail.ts";
import { storeEvents } from "@/lib/channels/in/events.ts";
import { lanesOf } from "@/lib/channels/in/lanes.ts";
import { mailKey } from "@/lib/channels/in/mail_key.ts";
import type { Reading } from "@/lib/channels/in/reading.ts";
import { type SecretCipher, SecretLost } from "@/lib/secrets/secret_cipher.ts";

interface MailboxesOptions {
  db: Db;
  log: Log;
  announce: Announce;
  handlers: ChannelHandlers;
  cipher: SecretCipher | null;
  network: MailNetwork;
  logins: MailLogins;
  reading: Reading;
}

type Role = "inbox" | "sent";

const mostWatched = 200;
/** So many are asked at once. A server that hangs holds a place until its deadlines. */
const places = { perQueue: 4, inAll: 16 };
const perImport = 50;
/** Members hear of a mailbox that could not be read so often in a row. */
const toldAtFailure = 4;

/** Brings what came into mailboxes: asked every minute, and at once where a server says so (IDLE). */
export class Mailboxes {
  #places = new FairSemaphore<number>(places);
  #asked = new Set<number>();
  #runs = new Map<number, Promise<void>>();
  #watched = new Map<number, ImapFlow>();
  #failures = new Map<number, number>();
  #isAtWork = false;
  #isStopped = false;

  constructor(private readonly options: MailboxesOptions) {}

  async sweep(): Promise<void> {
    if (this.#isStopped || !this.options.cipher) return;
    this.#isAtWork = true;
    const rows = await this.#live();
    const live = new Set(rows.map(({ id }) => id));
    for (const id of this.#watched.keys()) if (!live.has(id)) this.#unwatch(id);
    for (const { id, company_id } of rows) this.#ask(company_id, id);
  }

  /** One that is new or has changed, where this process sweeps. */
  look(id: number): void {
    if (!this.#isAtWork) return;
    this.#live(id).then(([row]) => row && this.#ask(row.company_id, id))
      .catch((error) => this.options.log.warn("mailbox_not_read", { id, ...describeError(error) }));
  }

  #live(only: number | null = null) {
    return asWorker(
      this.options.db,
      (trx) =>
        trx.selectFrom("channel_accounts").select(["id", "company_id"])
          .where("kind", "=", "email").where("state", "<>", "paused")
          .where("deleted_at", "is", null)
          .$if(only !== null, (query) => query.where("id", "=", only)).orderBy("id").execute(),
    );
  }

  /** Once more after the present time, however often it is asked for meanwhile. */
  #ask(companyId: number, id: number): void {
    if (this.#asked.has(id) || this.#isStopped) return;
    this.#asked.add(id);
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
      this.#asked.delete(id);
      await this.read(companyId, id).finally(release);
    } catch (error) {
      this.#asked.delete(id);
      throw error;
    }
  }

  /** Reads one now, its inbox and what was sent. Never rejects. */
  async read(companyId: number, id: number): Promise<void> {
    if (this.#isStopped) return;
    const { db, log } = this.options;
    this.#unwatch(id);
    let client: ImapFlow | undefined;
    try {
      const found = await this.#open(companyId, id);
      if (!found) return;
      ({ client } = found);
      const { count, newest } = await this.#bring(found.account, client, "inbox", found.folder);
      const sent = await findSentFolder(client);
      if (sent) await this.#bring(found.account, client, "sent", sent);
      this.#failures.delete(id);
      await asWorker(db, async (trx) => {
        if (count > 0) await noteReceived(trx, { companyId }, [id]);
        await noteCalls(trx, [{ accountId: id, failure: null, sent: false }]);
        await trx.updateTable("mailboxes").set({ read_at: sql<Date>`now()` })
          .where("company_id", "=", companyId).where("account_id", "=", id).execute();
      });
      await this.#watch(companyId, id, client, { folder: found.folder, newest });
    } catch (error) {
      client?.close();
      if (this.#isStopped) return;
      log.warn("mailbox_not_read", { id, companyId, ...describeError(error) });
      if (error instanceof MailFailure && error.outcome === "login") this.options.logins.forget(id);
      await this.#noteFailure(companyId, id, error).catch((cause) =>
        log.warn("failure_not_told", { id, ...describeError(cause) })
      );
    }
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

  async #bring(account: Account, client: ImapFlow, role: Role, path: string) {
    const { db, announce, handlers, reading } = this.options;
    const { company_id: companyId, id: accountId } = account;
    const { import_since: importSince } = emailSettingsOf(account.settings);
    const source = `${placeOf(account.settings)}${path}`;
    const place = { company_id: companyId, account_id: accountId, role };
    const row = await inCompany(
      db,
      companyId,
      (trx) =>
        trx.selectFrom("mailboxes").selectAll().where("company_id", "=", companyId)
          .where("account_id", "=", accountId).where("role", "=", role).executeTakeFirst(),
    );
    const known = row?.source === source && row.uid_validity > 0 ? row : undefined;
    const cursor = known && { uidValidity: known.uid_validity, lastUid: known.last_uid };
    const since = !known && importSince ? new Date(importSince) : null;
    // Rebuilt by its server: all that came since it is read here is looked at again.
    const line = known ? account.created_at : row?.read_at ?? account.created_at;
    const folder = await openForReading(client, path, { cursor, since, line });
    const isImport = known === undefined;
    let { newest } = folder;
    let count = 0;
    const store = async (
      mails: RawMail[],
      { isQuiet, isPast }: { isQuiet: boolean; isPast: boolean },
    ) => {
      const direction = role === "sent" ? "out" as const : "in" as const;
      const delivered = mails.map(({ raw }) => {
        return { accountId, externalId: mailKey(raw), body: raw, direction, isQuiet };
      });
      const stored = await inCompany(db, companyId, async (trx) => {
        const left = await withoutErasedBytes(trx, { companyId }, delivered);
        const lanes = await lanesOf(trx, handlers, { companyId }, left);
        const events = left.map((event, at) => ({ ...event, lane: lanes[at]! }));
        const ids = await storeEvents(trx, { companyId }, events);
        await trx.updateTable("mailboxes").set({
          import_done: sql<number>`import_done + ${isQuiet ? mails.length : 0}`,
          ...(isPast ? {} : { last_uid: mails.at(-1)!.uid, read_at: sql<Date>`now()` }),
        }).where("company_id", "=", companyId).where("account_id", "=", accountId)
          .where("role", "=", role).execute();
        return ids.filter((id) => id !== undefined).length;
      }, announce);
      count += stored;
      if (stored > 0) await reading.sweep(companyId);
    };
    const keepCursor = (uid_validity: number) => {
      const values = {
        ...{ source, uid_validity, last_uid: folder.lastUid },
        ...(isImport && uid_validity === 0
          ? { import_total: folder.past.length, import_done: 0 }
          : {}),
      };
      return inCompany(
        db,
        companyId,
        (trx) =>
          trx.insertInto("mailboxes").values({ ...place, ...values, read_at: line })
            .onConflict((on) =>
              on.columns(["company_id", "account_id", "role"]).doUpdateSet(values)
            )
            .execute(),
        announce,
      );
    };
    if (!cursor || cursor.uidValidity !== folder.uidValidity) {
      // Until all is brought: a process that dies on the way begins anew.
      if (isImport) await keepCursor(0);
      for (const [uids, isQuiet] of [[folder.past, true], [folder.recent, false]] as const) {
        for (let at = 0; at < uids.length; at += perImport) {
          for await (const mails of fetchMails(client, uids.slice(at, at + perImport), 0)) {
            await store(mails, { isQuiet, isPast: true });
          }
        }
      }
      await keepCursor(folder.uidValidity);
    }
    const next = `${folder.lastUid + 1}:*`;
    for await (const mails of fetchMails(client, next, folder.lastUid)) {
      await store(mails, { isQuiet: false, isPast: false });
      newest = Math.max(newest, mails.at(-1)!.uid);
    }
    return { count, newest };
  }

  async #watch(
    companyId: number,
    id: number,
    client: ImapFlow,
    { folder, newest }: { folder: string; newest: number },
  ): Promise<void> {
    if (this.#isStopped || this.#watched.size >= mostWatched) return client.close();
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
    const said = error instanceof MailFailure ? error.said : undefined;
    const failure = { outcome, status: null, said };
    await asWorker(db, (trx) => noteCalls(trx, [{ accountId: id, failure, sent: false }]));
    const count = (this.#failures.get(id) ?? 0) + 1;
    this.#failures.set(id, count);
    if (count < toldAtFailure) return;
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
