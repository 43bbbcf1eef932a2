import type { Circumstances, Finding, Signals } from "@/lib/alerts/alert.ts";
import { alerts } from "@/lib/alerts/alerts.ts";
import { noteStandbys, readAlerts, takeTurn, writeChanges } from "@/lib/alerts/rows.ts";
import { readClock } from "@/lib/db/clock.ts";
import { type AlertRow, type Changes, isOn, judge } from "@/lib/alerts/state.ts";
import { type Clock, Telling, type TellingOptions } from "@/lib/alerts/telling.ts";
import { outsideRequests } from "@/lib/db/deadline.ts";
import { transact } from "@/lib/db/transaction.ts";
import type { Status, StatusReader } from "@/lib/status/status.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { describeError } from "@/lib/tools/log.ts";
import { Rounds } from "@/lib/tools/rounds.ts";

const lookMs = 15_000;

export interface WatchOptions extends TellingOptions {
  status: StatusReader;
  readSignals(): Promise<Signals>;
  circumstances(): Pick<Circumstances, "holding" | "hasBackups" | "backupMaxAgeSeconds">;
  /** In place of each alert's own. */
  afterSeconds?: number;
  /** Instead of the database's clock, and of the process' while that is away (tests). */
  now?: () => Date;
}

/** Looks at what is wrong, and has the operator told of it. */
export class AlertWatch {
  readonly #telling: Telling;
  /** As last read from the database. */
  #stored: AlertRow[] = [];
  #own: AlertRow[] = [];
  readonly #rounds: Rounds;

  constructor(private readonly options: WatchOptions) {
    this.#telling = new Telling(options);
    this.#rounds = new Rounds(() => outsideRequests(() => this.#look()), {
      log: options.log,
      everyMs: lookMs,
      failure: "alerts_not_looked_at",
    });
  }

  start(): void {
    this.#rounds.start();
    void this.look();
  }

  async stop(): Promise<void> {
    await this.#rounds.stop();
    this.#telling.close();
  }

  /** Alerts that are on, as of the last look. */
  get current(): AlertRow[] {
    return [...this.#own, ...this.#stored].filter(isOn);
  }

  /** Never rejects: the next look repeats what failed. */
  look(): Promise<void> {
    return this.#rounds.go();
  }

  async #look(): Promise<void> {
    const { db, now, readSignals } = this.options;
    const signals = await readSignals();
    const canWrite = !signals.isDatabaseAway && !signals.isDiskFull;
    const own = now?.() ?? currentTime();
    for (const alert of alerts.filter(({ withoutDatabase }) => withoutDatabase)) {
      const rows = this.#own.filter(({ name }) => name === alert.name);
      this.#keepOwn(this.#judge(alert, rows, alert.withoutDatabase!(signals), own));
    }
    this.#own = await this.#telling.tellAlone(this.#own, { now: own, canWrite });
    if (!canWrite) return;
    const clock = clockFrom(now?.() ?? await readClock(db), now);
    await this.#judgeStored(signals, clock);
    this.#stored = await this.#telling.tell(this.#stored, clock);
  }

  #keepOwn({ put, removed }: Changes): void {
    const isOther = (row: AlertRow) =>
      ![...put, ...removed].some(({ name, subject }) =>
        name === row.name && subject === row.subject
      );
    this.#own = [...this.#own.filter(isOther), ...put];
  }

  async #judgeStored(signals: Signals, clock: Clock): Promise<void> {
    const { db, status: reader, log } = this.options;
    const turn = await transact(db, (trx) => takeTurn(trx, clock()));
    const status = turn && await reader.read().catch((error) => {
      log.warn("status_not_read", describeError(error));
      return null;
    });
    this.#stored = await transact(db, async (trx) => {
      const rows = await readAlerts(trx);
      const changes = this.#changesOf(rows, { signals, status, clock, standbys: turn?.standbys });
      await writeChanges(trx, changes);
      if (status) await noteStandbys(trx, status.database.standbys.length, clock());
      return changes.put.length + changes.removed.length > 0 ? await readAlerts(trx) : rows;
    });
  }

  #changesOf(
    rows: readonly AlertRow[],
    { signals, status, clock, standbys = 0 }: {
      signals: Signals;
      status: Status | null;
      clock: Clock;
      standbys?: number;
    },
  ): Changes {
    const own = this.options.circumstances();
    const holding = own.holding ?? status?.hold ?? null;
    const isLive = (subject: string) =>
      subject === signals.instance || !status ||
      status.instances.some(({ id }) => id === subject);
    const all = alerts.map((alert) => {
      const its = rows.filter(({ name }) => name === alert.name);
      if (alert.ofProcess) {
        // Those of others are theirs to judge, while they are there.
        const ours = its.filter(({ subject }) => subject === signals.instance || !isLive(subject));
        return this.#judge(alert, ours, alert.ofProcess(signals), clock());
      }
      if (!alert.ofInstallation || !status || (alert.restsWhileHeld && holding)) return null;
      const findings = alert.ofInstallation(status, { ...own, holding, standbys });
      return this.#judge(alert, its, findings, clock());
    }).filter((one) => one !== null);
    return {
      put: all.flatMap(({ put }) => put),
      removed: all.flatMap(({ removed }) => removed),
    };
  }

  #judge(
    alert: typeof alerts[number],
    rows: readonly AlertRow[],
    findings: readonly Finding[],
    now: Date,
  ): Changes {
    const { afterSeconds, log } = this.options;
    const changes = judge(alert, rows, findings, { now, afterSeconds });
    for (const row of changes.put) {
      const was = rows.find(({ subject }) => subject === row.subject);
      if (isOn(row) === Boolean(was && isOn(was))) continue;
      const { name, facts, since } = row;
      log.warn("alert", { name, class: row.class, isOn: isOn(row), since, ...facts });
    }
    return changes;
  }
}

/** A clock that goes on from an instant of the database's. */
function clockFrom(instant: Date, own?: () => Date): Clock {
  const startedAt = performance.now();
  return own ?? (() => new Date(instant.getTime() + performance.now() - startedAt));
}
