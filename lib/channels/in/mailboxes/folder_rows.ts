import { sql } from "kysely";
import type { Announce } from "@/lib/tools/after_commit.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { RawMail } from "@/lib/channels/email/read_folder.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import { withoutErasedBytes } from "@/lib/channels/in/erased_mail.ts";
import { storeEvents } from "@/lib/channels/in/events.ts";
import { lanesOf } from "@/lib/channels/in/lanes.ts";
import { mailKey } from "@/lib/channels/in/mail_key.ts";

interface Stores {
  db: Db;
  announce: Announce;
  handlers: ChannelHandlers;
}

export type Role = "inbox" | "sent";

interface Cursor {
  source: string;
  uid_validity: number;
  last_uid: number;
  import_total?: number;
  import_done?: number;
}

/** Stores the reading position of a mailbox's folder, and its mails. */
export class FolderRows {
  #companyId: number;
  #accountId: number;

  constructor(
    private readonly stores: Stores,
    { company_id, id }: Pick<Account, "company_id" | "id">,
    private readonly role: Role,
  ) {
    this.#companyId = company_id;
    this.#accountId = id;
  }

  find() {
    return this.#run((trx) =>
      trx.selectFrom("mailboxes").selectAll().where("company_id", "=", this.#companyId)
        .where("account_id", "=", this.#accountId).where("role", "=", this.role)
        .executeTakeFirst()
    );
  }

  /** @param line what came since then is looked at again */
  async keepCursor(cursor: Cursor, line: Date): Promise<void> {
    const { role } = this;
    const place = { company_id: this.#companyId, account_id: this.#accountId, role };
    await this.#run((trx) =>
      trx.insertInto("mailboxes").values({ ...place, ...cursor, read_at: line })
        .onConflict((on) => on.columns(["company_id", "account_id", "role"]).doUpdateSet(cursor))
        .execute()
    );
  }

  /**
   * Stores mails to be filed; returns how many are new.
   * @param options.isPast they are no step of the cursor
   */
  store(
    mails: RawMail[],
    { isQuiet, isPast }: { isQuiet: boolean; isPast: boolean },
  ): Promise<number> {
    const companyId = this.#companyId;
    const accountId = this.#accountId;
    const direction = this.role === "sent" ? "out" as const : "in" as const;
    const delivered = mails.map(({ raw }) => {
      return { accountId, externalId: mailKey(raw), body: raw, direction, isQuiet };
    });
    return this.#run(async (trx) => {
      const events = await withoutErasedBytes(trx, { companyId }, delivered);
      const lanes = await lanesOf(trx, this.stores.handlers, { companyId }, events);
      const queued = events.map((event, at) => ({ ...event, lane: lanes[at]! }));
      const ids = await storeEvents(trx, { companyId }, queued);
      await trx.updateTable("mailboxes").set({
        import_done: sql<number>`import_done + ${isQuiet ? mails.length : 0}`,
        ...(isPast ? {} : { last_uid: mails.at(-1)!.uid, read_at: sql<Date>`now()` }),
      }).where("company_id", "=", companyId).where("account_id", "=", accountId)
        .where("role", "=", this.role).execute();
      return ids.filter((id) => id !== undefined).length;
    });
  }

  #run<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
    return inCompany(this.stores.db, this.#companyId, work, this.stores.announce);
  }
}
