/** Which process reads which mailboxes: each its share, by leases. */
import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import { liveWithin } from "@/lib/work/processes.ts";

/** A process that is silent so long has its mailboxes read by others. */
const lease = "3 minutes";
/** Leases are written anew at every second sweep or so. */
const renewBelow = "100 seconds";

export interface OwnMailbox {
  id: number;
  companyId: number;
  lastReceivedAt: Date | null;
}

const isRead = sql`a.kind = 'email' and a.state <> 'paused' and a.deleted_at is null`;

/** Leases of one process. */
export class MailboxShares {
  constructor(private readonly db: Db, private readonly holder: string) {}

  /**
   * Keeps this process's mailboxes, takes free ones up to its share, and gives back what is above
   * it. @returns those that it reads now, in the order of their ids
   */
  async claim(): Promise<OwnMailbox[]> {
    const { holder } = this;
    return await asWorker(this.db, async (trx) => {
      const { rows } = await sql<OwnMailbox>`
        with share as (
          select ceil(count(*) / (select greatest(count(*), 1)::float8 from processes
            where seen_at > now() - ${liveWithin}::interval))::int as most
          from channel_accounts a where ${isRead}
        ), own as (
          select a.id, a.reader_until from channel_accounts a
          where ${isRead} and a.reader = ${holder}::uuid and a.reader_until > now()
          order by a.id limit (select most from share)
        ), free as (
          select a.id from channel_accounts a
          where ${isRead} and (a.reader_until is null or a.reader_until <= now())
          -- processes that come at once choose different ones
          order by md5(a.id || ${holder}::text)
          limit (select most from share) - (select count(*) from own)
          for no key update skip locked
        ), leased as (
          update channel_accounts a
          set reader = ${holder}::uuid, reader_until = now() + ${lease}::interval
          where a.id = any (array(
            select id from own where reader_until < now() + ${renewBelow}::interval
            union all select id from free))
        ), surplus as (
          update channel_accounts a set reader = null, reader_until = null
          where a.kind = 'email' and a.reader = ${holder}::uuid and a.reader_until > now()
            and a.id <> all (array(select id from own))
        )
        select a.id, a.company_id as "companyId", a.last_received_at as "lastReceivedAt"
        from channel_accounts a
        where a.id = any (array(select id from own union all select id from free))
        order by a.id`.execute(trx);
      return rows;
    });
  }

  /** Takes a mailbox that is new or has changed, whoever reads it. */
  async take(id: number): Promise<OwnMailbox | undefined> {
    const [row] = await asWorker(this.db, async (trx) => {
      const { rows } = await sql<OwnMailbox>`
        update channel_accounts a
        set reader = ${this.holder}::uuid, reader_until = now() + ${lease}::interval
        where a.id = ${id} and ${isRead}
        returning a.id, a.company_id as "companyId", a.last_received_at as "lastReceivedAt"`
        .execute(trx);
      return rows;
    });
    return row;
  }
}

/** Gives back the mailboxes of processes that have ended. */
export async function freeMailboxes(db: Db, holders: string[]): Promise<void> {
  await asWorker(db, (trx) =>
    sql`update channel_accounts set reader = null, reader_until = null
      where kind = 'email' and reader = any(${holders}::uuid[])`.execute(trx));
}

const minuteMs = 60_000;
/** A sweep that comes a little early counts. */
const earlyMs = 10_000;

/** Milliseconds between two looks: mailboxes where nothing came lately are asked less. */
export function pauseOf({ lastReceivedAt }: Pick<OwnMailbox, "lastReceivedAt">, now: Date): number {
  const quietMs = lastReceivedAt ? now.getTime() - lastReceivedAt.getTime() : 0;
  const minutes = quietMs > 24 * 60 * minuteMs ? 5 : quietMs > 60 * minuteMs ? 2 : 1;
  return minutes * minuteMs - earlyMs;
}
