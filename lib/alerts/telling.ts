import { findOperator, findUsualReader, notifyOperator } from "@/lib/alerts/operator.ts";
import type { OperatorMember } from "@/lib/alerts/operator.ts";
import {
  beginTelling,
  endTelling,
  noteMessage,
  readAlerts,
  removeAlerts,
} from "@/lib/alerts/rows.ts";
import {
  type AlertRow,
  isSettled,
  type Message,
  planMessages,
  type Way,
  withinHour,
} from "@/lib/alerts/state.ts";
import { type AlertReader, composeMail, composeNotice } from "@/lib/alerts/texts.ts";
import type { BareTrx, Db, Trx } from "@/lib/db/connection.ts";
import { transact } from "@/lib/db/transaction.ts";
import type { OwnMail } from "@/lib/mail/own_mail.ts";
import type { Announce } from "@/lib/tools/after_commit.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";

export type Clock = () => Date;

export interface TellingOptions {
  db: Db;
  log: Log;
  announce: Announce;
  publicUrl: string;
  operatorEmail: string | undefined;
  mail: OwnMail | null;
}

const mailMs = 30_000;
const tagChars = 60;

/** Tells the operator, each thing once: what has left is noted after it has. */
export class Telling {
  #reader: AlertReader = { language: "en", timeZone: "UTC" };
  #ownSentAt: Record<Way, Date[]> = { mailed_at: [], noticed_at: [] };
  #hasMailFailed = false;

  constructor(private readonly options: TellingOptions) {}

  close(): void {
    this.options.mail?.close();
  }

  /** By one instance at a time. @returns rows as they are then */
  async tell(rows: AlertRow[], clock: Clock): Promise<AlertRow[]> {
    const { db } = this.options;
    const member = await this.#findReader();
    const ways = this.#waysTo(member);
    const isIdle = rows.every((row) => !isSettled(row, ways, clock())) &&
      ways.every((way) => planMessages(rows, { way, sentAt: [], now: clock() }).length === 0);
    if (isIdle) return rows;
    const sentAt = await beginTelling(db, clock());
    if (!sentAt) return rows;
    try {
      for (const way of ways) {
        const due = planMessages(await readAlerts(db), { way, sentAt: sentAt[way], now: clock() });
        await this.#sendAll(due, { way, member, clock, sentAt: sentAt[way] });
      }
      const settled = (await readAlerts(db)).filter((row) => isSettled(row, ways, clock()));
      if (settled.length > 0) await removeAlerts(db, settled);
    } finally {
      await endTelling(db);
    }
    return await readAlerts(db);
  }

  /** Tells of this process without the database; notices come once it is back. @returns rows that stay */
  async tellAlone(
    rows: AlertRow[],
    { now, canWrite }: { now: Date; canWrite: boolean },
  ): Promise<AlertRow[]> {
    if (rows.length === 0) return rows;
    const { db, operatorEmail } = this.options;
    const member = canWrite && operatorEmail ? await findOperator(db, operatorEmail) : null;
    const ways = this.#waysTo(member);
    for (const way of ways) {
      for (const messages of planMessages(rows, { way, sentAt: this.#ownSentAt[way], now })) {
        const hasLeft = way === "mailed_at"
          ? await this.#mail(messages)
          : await this.#notify(messages, member!);
        if (!hasLeft) break;
        this.#ownSentAt[way] = withinHour([...this.#ownSentAt[way], now], now);
        for (const { row } of messages) row[way] = now;
      }
    }
    return rows.filter((row) => !canWrite || !isSettled(row, ways, now));
  }

  async #findReader(): Promise<OperatorMember | null> {
    const { db, operatorEmail } = this.options;
    const member = operatorEmail ? await findOperator(db, operatorEmail) : null;
    this.#reader = member ?? await findUsualReader(db);
    return member;
  }

  #waysTo(member: OperatorMember | null): Way[] {
    const { mail, operatorEmail } = this.options;
    return [
      ...member ? ["noticed_at" as const] : [],
      ...mail && operatorEmail ? ["mailed_at" as const] : [],
    ];
  }

  async #sendAll(
    due: Message[][],
    { way, member, clock, sentAt }: {
      way: Way;
      member: OperatorMember | null;
      clock: Clock;
      sentAt: Date[];
    },
  ): Promise<void> {
    for (const messages of due) {
      const now = clock();
      sentAt.push(now);
      const rows = messages.map(({ row }) => row);
      const note = (trx: BareTrx) =>
        noteMessage(trx, rows, { way, now, sentAt: withinHour(sentAt, now) });
      if (way === "noticed_at") {
        if (!await this.#notify(messages, member!, note)) return;
      } else {
        if (!await this.#mail(messages)) return;
        await transact(this.options.db, note);
      }
    }
  }

  /** @returns whether it has left */
  async #mail(messages: readonly Message[]): Promise<boolean> {
    const { mail, operatorEmail, publicUrl, log } = this.options;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error("the mail server takes too long")), mailMs);
    try {
      const text = composeMail(messages, { publicUrl, reader: this.#reader });
      await Promise.race([mail!.send({ to: operatorEmail!, ...text }), late]);
      this.#hasMailFailed = false;
      return true;
    } catch (error) {
      if (!this.#hasMailFailed) log.warn("alert_mail_failed", describeError(error));
      this.#hasMailFailed = true;
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  /** @returns whether it is sent, and noted */
  async #notify(
    messages: readonly Message[],
    member: OperatorMember,
    note: (trx: Trx) => Promise<void> = () => Promise.resolve(),
  ): Promise<boolean> {
    const { db, announce, log } = this.options;
    try {
      await notifyOperator(db, member, this.#noticeOf(messages, member), { announce, note });
      return true;
    } catch (error) {
      log.warn("alert_notice_failed", describeError(error));
      return false;
    }
  }

  #noticeOf(messages: readonly Message[], member: OperatorMember) {
    const { publicUrl } = this.options;
    const [{ row }] = messages as [Message];
    const isOver = messages.every(({ turn }) => turn === "ends");
    const isDown = messages.some(({ row, turn }) => row.class === "down" && turn !== "ends");
    return {
      ...composeNotice(messages, { publicUrl, reader: member }, member.companyId),
      tag: `alert:${messages.length > 1 ? "several" : `${row.name}:${row.subject}`}`
        .slice(0, tagChars),
      type: isOver ? "success" as const : "warning" as const,
      priority: isDown ? "high" as const : "normal" as const,
    };
  }
}
