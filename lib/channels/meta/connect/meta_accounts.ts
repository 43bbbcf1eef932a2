import { sql } from "kysely";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import { metaKinds } from "@/lib/channels/meta/account_settings.ts";
import type { Look } from "@/lib/channels/meta/connect/look.ts";
import { findMetaAccount, type MetaAccount } from "@/lib/channels/meta/connect/meta_account.ts";
import { isRenewalDue, renewToken } from "@/lib/channels/meta/connect/renew_token.ts";
import { lookAt } from "@/lib/channels/meta/connect/steps.ts";
import { keepToken, storeLook } from "@/lib/channels/meta/connect/store_look.ts";
import type { GraphNetwork } from "@/lib/channels/meta/graph/graph.ts";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker, inCompany } from "@/lib/db/transaction.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import type { Announce } from "@/lib/tools/after_commit.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";

interface Options {
  db: Db;
  log: Log;
  announce: Announce;
  handlers: ChannelHandlers;
  cipher: SecretCipher | null;
  network: GraphNetwork;
  /** Gives an account what came for its ids before. @returns companies with something to read */
  handOver(db: Db, account: Place): Promise<number[]>;
  read(companyId: number): void;
  /** Reads what hooks have missed. */
  catchUp(account: { companyId: number; accountId: number }): void;
}

interface Place {
  companyId: number;
  id: number;
}

/** So many are looked at at once, so that a slow one delays no other. */
const atOnce = 4;
/** Another process looks again after this: far longer than all calls of a look take. */
const lease = "10 minutes";

/** Looks at accounts of Meta: when somebody asks, and every six hours by itself. */
export class MetaAccounts {
  #sweep: Promise<void> | null = null;
  #stopping = new AbortController();

  constructor(private readonly options: Options) {}

  /** Looks at an account for somebody who waits. @returns null where there is none (any more) */
  async look(place: Place): Promise<Look | null> {
    const account = await this.#find(place);
    return account ? await this.#look(account, true) : null;
  }

  /** The same after a change that is stored already: what breaks is left to the sweep. */
  async lookAfter(place: Place): Promise<void> {
    await this.look(place).catch((error) =>
      this.options.log.warn("meta_account_not_checked", { ...place, ...describeError(error) })
    );
  }

  sweep(): Promise<void> {
    if (!this.options.cipher) return Promise.resolve();
    return this.#sweep ??= this.#sweepAll().finally(() => this.#sweep = null);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#sweep;
  }

  async #sweepAll(): Promise<void> {
    await Promise.all(Array.from({ length: atOnce }, () => this.#sweepNext()));
  }

  async #sweepNext(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const place = await claim(this.options.db);
      if (!place) return;
      try {
        await this.#keepAlive(place);
      } catch (error) {
        this.options.log.warn("meta_account_not_checked", { ...place, ...describeError(error) });
      }
    }
  }

  async #keepAlive(place: Place): Promise<void> {
    let account = await this.#find(place);
    if (account && isRenewalDue(account) && await this.#renew(account)) {
      account = await this.#find(place);
    }
    if (account) await this.#look(account, false);
  }

  /** The new token is stored before it is used. */
  async #renew(account: MetaAccount): Promise<boolean> {
    const { db, announce, network } = this.options;
    const renewed = await renewToken(network, account);
    if (!renewed) return false;
    const { companyId, id } = account;
    return await inCompany(db, companyId, async (trx) => {
      const isKept = await keepToken(trx, account, this.options.cipher!, renewed.token);
      if (isKept) {
        await trx.updateTable("channel_accounts")
          .set({ token_at: sql<Date>`now()`, token_ends_at: renewed.endsAt })
          .where("company_id", "=", companyId).where("id", "=", id).execute();
      }
      return isKept;
    }, announce);
  }

  async #find(place: Place): Promise<MetaAccount | undefined> {
    const { db, cipher } = this.options;
    return cipher ? await findMetaAccount(db, cipher, place) : undefined;
  }

  async #look(account: MetaAccount, isAsked: boolean): Promise<Look> {
    const { db, announce, network, handlers, cipher, read, handOver, catchUp } = this.options;
    const { companyId, id: accountId } = account;
    const look = await lookAt(account, { network, signal: this.#stopping.signal });
    if (this.#stopping.signal.aborted || network.gate.isHeld) return look;
    const mayHaveMissed = await inCompany(
      db,
      companyId,
      (trx) => storeLook(trx, account, look, { cipher: cipher!, handlers, isAsked }),
      announce,
    );
    for (const one of await handOver(db, account)) read(one);
    if (mayHaveMissed) catchUp({ companyId, accountId });
    return look;
  }
}

/** Leases the account that is due longest: its next time is put off until it was looked at. */
async function claim(db: Db): Promise<Place | undefined> {
  const { rows: [place] } = await asWorker(db, (trx) =>
    sql<Place>`
      update channel_accounts a set check_due_at = now() + ${lease}::interval
      from (select id from channel_accounts
        where check_due_at <= now() and deleted_at is null and kind = any(${metaKinds}::text[])
        order by check_due_at limit 1 for update skip locked) due
      where a.id = due.id
      returning a.company_id as "companyId", a.id`.execute(trx));
  return place;
}
