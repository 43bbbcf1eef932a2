import type { JobStatus, Status } from "@/lib/status/status.ts";

export type AlertClass = "down" | "act" | "know";

export type AlertName =
  | "database_away"
  | "part_stuck"
  | "disk_full"
  | "callbacks_failing"
  | "deliveries_late"
  | "given_up"
  | "channel_failing"
  | "pushes_failing"
  | "backup_old"
  | "certificate_ends"
  | "sign_in_keys_away"
  | "job_missing"
  | "standby_behind"
  | "transaction_open"
  | "held"
  | "versions_differ"
  | "errors"
  | "company_large"
  | "table_large";

/** Names and numbers of what an alert is about; no text of a customer. */
export interface Facts {
  companyId?: number;
  company?: string;
  channel?: string;
  host?: string;
  kind?: string;
  part?: string;
  place?: string;
  job?: string;
  process?: string;
  reason?: string;
  versions?: string;
  standby?: string;
  table?: string;
  /** An instant as ISO 8601 has it. */
  at?: string;
  count?: number;
  percent?: number;
  bytes?: number;
  /** Bytes that something takes. */
  size?: number;
  seconds?: number;
}

/** A condition that holds now. */
export interface Finding {
  /** Tells findings of one alert apart; empty where there is only one. */
  subject: string;
  /** Since when, where that is known better than by when it was first seen. */
  since?: Date;
  /** In place of the alert's own. */
  class?: AlertClass;
  afterSeconds?: number;
  facts: Facts;
}

/** Knowledge of one process, also while the database is away. */
export interface Signals {
  /** Id of the process. */
  instance: string;
  isDatabaseAway: boolean;
  isDiskFull: boolean;
  /** Since when the keys by which people sign in cannot be fetched. */
  keysAwaySince: Date | null;
  /** Answers of the last five minutes. */
  requests: { count: number; failures: number };
}

/** Settings and states that decide on alerts, beside the status. */
export interface Circumstances {
  holding: Status["hold"];
  hasBackups: boolean;
  backupMaxAgeSeconds: number;
  /** The most standbys that were seen of late. */
  standbys: number;
}

/** Work that runs by itself. */
export type Job = Pick<JobStatus, "name" | "periodSeconds">;

/** A rule of Prometheus, over the names of docs/operating/metrics.md. */
export interface Rule {
  expression: string;
  class?: AlertClass;
  afterSeconds?: number;
  /** Tells rules of one alert apart. */
  period?: number;
}

/**
 * An alert and its conditions: of the installation, which one instance judges for all; of a process
 * about itself; and what each tells by itself since it cannot be written down.
 */
export interface Alert {
  name: AlertName;
  class: AlertClass;
  afterSeconds: number;
  /** Its condition is what holding an installation brings about. */
  restsWhileHeld?: true;
  ofInstallation?(status: Status, circumstances: Circumstances): Finding[];
  ofProcess?(signals: Signals): Finding[];
  withoutDatabase?(signals: Signals): Finding[];
  rules: Rule[] | ((jobs: readonly Job[]) => Rule[]);
}
