import { sql } from "kysely";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import { findGraphCaller } from "@/lib/channels/meta/graph/callers.ts";
import { callGraph, type GraphAnswer, type GraphNetwork } from "@/lib/channels/meta/graph/graph.ts";
import { lineIn, type Untyped } from "@/lib/channels/meta/untyped.ts";
import { classOf } from "@/lib/channels/meta/graph/send_errors.ts";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker, inCompany } from "@/lib/db/transaction.ts";
import { GroupQueues } from "@/lib/fairness/group_queues.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import type { Announce } from "@/lib/tools/after_commit.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";

interface NamesOptions {
  db: Db;
  log: Log;
  announce: Announce;
  handlers: Pick<ChannelHandlers, "namePerson">;
  cipher: SecretCipher | null;
  network: GraphNetwork;
}

interface Due {
  companyId: number;
  accountId: number;
  personId: string;
}

const perAccount = 50;
const mostAtOnce = 500;
const longestName = 200;
const longestUsername = 100;

/** While one asks, so that a process that ends loses nobody. */
const askingWithin = "10 minutes";
const whileMissing = "1 day";
/** Of a whole account, which is called too often or has no sound token. */
const afterTrouble = "1 hour";

const fields = { facebook: "first_name,last_name,name", instagram: "name,username" };
const noAccess = [102, 190];

/** Asks for the names of people whom Meta's events do not name. Accounts take turns. */
export class Names {
  #queues: GroupQueues<Due>;
  #looks = new Set<Promise<void>>();
  #stopping = new AbortController();

  constructor(private readonly options: NamesOptions) {
    this.#queues = new GroupQueues({
      most: perAccount,
      atOnce: 4,
      run: (_, people) => this.#askAll(people),
      fullSpeedMs: Infinity,
    });
  }

  async sweep(only: number | null = null): Promise<void> {
    if (this.#isStopped || !this.options.cipher) return;
    const { rows } = await asWorker(this.options.db, (trx) =>
      sql<Due>`
        select "companyId", "accountId", "personId" from (
          select p.company_id as "companyId", p.account_id as "accountId", p.name_due_at,
            p.person_id as "personId",
            row_number() over (partition by p.account_id order by p.name_due_at) as n
          from account_people p
          join channel_accounts a on a.company_id = p.company_id and a.id = p.account_id
          where p.name_due_at <= now() and a.deleted_at is null and a.state <> 'paused'
            and (${only}::int is null or p.company_id = ${only}::int)) due
        where n <= ${perAccount} order by n, name_due_at limit ${mostAtOnce}`.execute(trx));
    for (const due of rows) this.#queues.add(due.accountId, due);
  }

  /** A company has people whose names are due. Never rejects. */
  offer(companyId: number): void {
    if (this.options.network.gate.isHeld) return;
    const look = this.sweep(companyId)
      .catch((error) => this.options.log.warn("names_not_looked_for", describeError(error)))
      .finally(() => this.#looks.delete(look));
    this.#looks.add(look);
  }

  async idle(): Promise<void> {
    await Promise.all(this.#looks);
    await this.#queues.idle();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.idle();
  }

  get #isStopped() {
    return this.#stopping.signal.aborted;
  }

  async #askAll(people: readonly Due[]): Promise<void> {
    for (const due of people) {
      if (this.#isStopped || this.options.network.gate.isHeld) return;
      try {
        if (!await this.#ask(due)) return;
      } catch (error) {
        const { companyId, accountId } = due;
        this.options.log.warn("name_not_asked", { companyId, accountId, ...describeError(error) });
      }
    }
  }

  /** @returns false where the account's others are not worth a call now */
  async #ask(due: Due): Promise<boolean> {
    const { db, cipher, network } = this.options;
    const kind = await this.#take(due);
    if (!kind) return true;
    const caller = cipher && await findGraphCaller(db, cipher, due);
    if (!caller) return await this.#postponeAll(due);
    const answer = await callGraph(network, caller, {
      path: `/${encodeURIComponent(due.personId)}`,
      query: { fields: fields[kind] },
      signal: this.#stopping.signal,
    });
    if (isTrouble(answer)) return await this.#postponeAll(due);
    if (answer.kind === "ok") await this.#store(due, answer.json);
    else await this.#setDue(due, whileMissing);
    return true;
  }

  /** Another process may have taken it, or another event brought the name. */
  async #take({ companyId, accountId, personId }: Due) {
    const { rows } = await asWorker(
      this.options.db,
      (trx) =>
        sql<{ kind: "facebook" | "instagram" }>`
        update account_people p set name_attempts = least(name_attempts + 1, 30000),
          name_due_at = now() + ${askingWithin}::interval
        from channel_accounts a
        where p.company_id = ${companyId} and p.account_id = ${accountId}
          and p.person_id = ${personId} and p.name_due_at <= now()
          and a.company_id = p.company_id and a.id = p.account_id
          and a.kind in ('facebook', 'instagram')
        returning a.kind`.execute(trx),
    );
    return rows[0]?.kind;
  }

  async #store(due: Due, profile: Untyped): Promise<void> {
    const { db, announce, handlers } = this.options;
    const { companyId, accountId, personId } = due;
    const name = lineIn(profile.name, longestName) ?? fullName(profile);
    const username = lineIn(profile.username, longestUsername);
    await inCompany(db, companyId, async (trx) => {
      await sql`
        update account_people set username = coalesce(${username}, username),
          name_due_at = case when ${name}::text is null then now() + ${whileMissing}::interval end
        where company_id = ${companyId} and account_id = ${accountId}
          and person_id = ${personId}`.execute(trx);
      await handlers.namePerson(trx, { companyId }, { accountId, personId, name, username });
    }, announce);
  }

  async #setDue({ companyId, accountId, personId }: Due, wait: string): Promise<void> {
    await asWorker(this.options.db, (trx) =>
      sql`
        update account_people set name_due_at = now() + ${wait}::interval
        where company_id = ${companyId} and account_id = ${accountId}
          and person_id = ${personId} and name_due_at is not null`.execute(trx));
  }

  async #postponeAll(due: Due): Promise<false> {
    await this.#setDue(due, afterTrouble);
    await asWorker(this.options.db, (trx) =>
      sql`
        update account_people set name_due_at = now() + ${afterTrouble}::interval
        where company_id = ${due.companyId} and account_id = ${due.accountId}
          and name_due_at <= now()`.execute(trx));
    return false;
  }
}

function isTrouble(answer: GraphAnswer): boolean {
  if (answer.kind === "unreached" || answer.kind === "odd") return true;
  if (answer.kind === "ok") return false;
  const { name } = classOf(answer.error);
  return name === "pace" || name === "theirs" || noAccess.includes(answer.error.code ?? NaN);
}

function fullName({ first_name, last_name }: Untyped): string | null {
  const parts = [first_name, last_name].map((part) => lineIn(part, longestName / 2));
  return parts.filter((part) => part !== null).join(" ") || null;
}
