import type { Gauges } from "@/lib/metrics/registry.ts";
import { largestShare } from "@/lib/status/growth.ts";
import type {
  DatabaseStatus,
  DiskStatus,
  GrowthStatus,
  OwedStatus,
  Status,
} from "@/lib/status/status.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/** What an installation's status says as gauges; what it does not know is left out. */
export function databaseGauges(status: Status, now = currentTime()): Gauges {
  const { failingReceivers, channels, jobs } = status;
  const failing = Map.groupBy(failingReceivers, ({ kind }) => kind);
  return {
    ...owedGauges(status.owed, now),
    relevo_failing_receivers: status.owed.map(({ kind }) => [
      [kind],
      failing.get(kind)?.length ?? 0,
    ]),
    relevo_channels: channels.map(({ kind, state, count }) => [[kind, state], count]),
    relevo_events_unread: [[[], status.eventsUnread]],
    relevo_problems: [[[], status.problems]],
    relevo_job_age_seconds: jobs.flatMap(({ name, endedAt }) =>
      endedAt ? [[[name], since(endedAt, now)]] : []
    ),
    ...serverGauges(status.database),
    ...status.growth && growthGauges(status.growth),
    ...diskGauges(status.disks),
    ...(status.certificate &&
      { relevo_certificate_seconds: [[[], -since(status.certificate.endsAt, now)]] }),
    ...(status.backup && {
      relevo_backup_age_seconds: [[[], Math.max(0, since(status.backup.madeAt, now))]],
      relevo_backup_bytes: [[[], status.backup.bytes]],
    }),
  };
}

function owedGauges(owed: OwedStatus[], now: Date): Gauges {
  return {
    relevo_owed: owed.map(({ kind, count }) => [[kind], count]),
    relevo_oldest_owed_seconds: owed.map(({ kind, oldestDueAt }) => [
      [kind],
      oldestDueAt ? Math.max(0, since(oldestDueAt, now)) : 0,
    ]),
  };
}

function serverGauges(
  { bytes, connections, standbys, openTransactionSeconds }: DatabaseStatus,
): Gauges {
  const lags = standbys.map(({ lagSeconds }) => lagSeconds).filter((lag) => lag !== null);
  const isUnseen = standbys.length > 0 && lags.length === 0;
  return {
    relevo_database_bytes: [[[], bytes]],
    relevo_database_connections: connections.map(({ state, count }) => [[state], count]),
    relevo_database_standbys: [[[], standbys.length]],
    relevo_standby_lag_seconds: isUnseen ? [] : [[[], Math.max(0, ...lags)]],
    relevo_open_transaction_seconds: [[[], openTransactionSeconds]],
  };
}

/** Tables that have a series each. */
const mostTables = 20;

function growthGauges(growth: GrowthStatus): Gauges {
  const tables = growth.tables.slice(0, mostTables);
  return {
    relevo_table_rows: tables.map(({ table, rows }) => [[table], rows]),
    relevo_table_bytes: tables.map(({ table, bytes }) => [[table], bytes]),
    relevo_company_records_share: [[[], largestShare(growth)]],
  };
}

function diskGauges(disks: DiskStatus[]): Gauges {
  return {
    relevo_disk_free_bytes: disks.map(({ place, freeBytes }) => [[place], freeBytes]),
    relevo_disk_bytes: disks.map(({ place, bytes }) => [[place], bytes]),
  };
}

function since(time: Date, now: Date): number {
  return (now.getTime() - time.getTime()) / 1_000;
}
