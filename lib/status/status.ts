/** What moves out of an installation by itself. */
export type OwedKind = "callback" | "push" | "message" | "mail" | "due";

/** What the operator of an installation wants to know now: numbers and names, no text of people. */
export interface Status {
  readAt: Date;
  /** The newest migration of the database. */
  schema: string;
  hold: { since: Date; reason: string } | null;
  instances: InstanceStatus[];
  owed: OwedStatus[];
  /** Receivers whose last three attempts failed. */
  failingReceivers: ReceiverStatus[];
  /** Channels by kind and state, for counting. */
  channels: { kind: string; state: ChannelState; count: number }[];
  failingChannels: ChannelStatus[];
  /** Received events that nobody has read yet. */
  eventsUnread: number;
  /** Problems of channels that the companies have not put right. */
  problems: number;
  jobs: JobStatus[];
  database: DatabaseStatus;
  /** Null until it was measured, once an hour. */
  growth: GrowthStatus | null;
  disks: DiskStatus[];
  /** Of `PUBLIC_URL`; null where it has none or could not be read. */
  certificate: { endsAt: Date } | null;
  /** The newest in `BACKUP_DIR`; null where there is none. */
  backup: { madeAt: Date; bytes: number } | null;
}

/** A process of the app that serves. */
export interface InstanceStatus {
  id: string;
  version: string;
  build: string;
  startedAt: Date;
  seenAt: Date;
  stuck: string[];
}

export interface OwedStatus {
  kind: OwedKind;
  /** All that waits, due or not. */
  count: number;
  /** Null where nothing is due. */
  oldestDueAt: Date | null;
  /** Ended without success within 24 hours. */
  givenUp: number;
}

export interface ReceiverStatus {
  kind: OwedKind;
  companyId: number;
  company: string;
  host: string;
  since: Date;
}

export type ChannelState = "works" | "fails" | "rests";

export interface ChannelStatus {
  kind: string;
  companyId: number;
  company: string;
  accountId: number;
  name: string;
  since: Date;
}

export interface JobStatus {
  name: string;
  /** Between two starts by its schedule. */
  periodSeconds: number;
  /** The newest good end in any instance; null where none is noted. */
  endedAt: Date | null;
}

export interface DatabaseStatus {
  kind: "postgres" | "pglite";
  serverVersion: string;
  bytes: number;
  connections: { state: string; count: number }[];
  maxConnections: number;
  /** The lag is null where the login may not see it. */
  standbys: { name: string; lagSeconds: number | null; isSynchronous: boolean }[];
  openTransactionSeconds: number;
  isFull: boolean;
}

export interface GrowthStatus {
  readAt: Date;
  /** `MAX_RECORDS_PER_COMPANY` as it was then. */
  mostRecords: number;
  /** The largest first, with indexes and what Postgres stores beside rows. */
  tables: { table: string; rows: number; bytes: number }[];
  companies: CompanyGrowth[];
}

/** Rows that a company has in a table. */
export interface CompanyGrowth {
  companyId: number;
  company: string;
  table: string;
  rows: number;
  /** `MAX_RECORDS_PER_COMPANY` is their bound. */
  isBounded: boolean;
}

export interface DiskStatus {
  place: "data" | "backups";
  freeBytes: number;
  bytes: number;
}

/** Shared by metrics, alerts, the page and the command; reads at most every 15 s. */
export interface StatusReader {
  /** Rejects where the database does not answer within 10 s. */
  read(): Promise<Status>;
  /** The newest that was read, however old; null before the first. */
  readonly last: Status | null;
}
