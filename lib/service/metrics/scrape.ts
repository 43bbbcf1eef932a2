import { alerts as allAlerts } from "@/lib/alerts/alerts.ts";
import { families, familyNames } from "@/lib/metrics/families.ts";
import { processGauges } from "@/lib/metrics/process.ts";
import { type Gauges, writeMetrics } from "@/lib/metrics/registry.ts";
import { databaseGauges } from "@/lib/service/metrics/database_gauges.ts";
import { inTime, lookForStuck, parts } from "@/lib/service/readiness.ts";
import type { Services } from "@/lib/service/services.ts";
import type { Status, StatusReader } from "@/lib/status/status.ts";
import { runningBuild } from "@/lib/tools/build.ts";
import { currentMs } from "@/lib/tools/clock.ts";
import { version } from "@/lib/tools/version.ts";

const ownFamilies = familyNames.filter((name) => families[name].of !== "gateway");
/** A scrape ends within 2 s, whatever the database does. */
const patienceMs = 1_500;
const recentMs = 60_000;

/** What is told of a process. */
type Watched = Omit<Services, "status" | "instance" | "alerts"> & {
  status: StatusReader;
  instance: { id: string };
  alerts: { current: readonly { name: string }[] };
};

/** Tells of a process that is not open yet: it waits for its database, or migrates. */
export function startingMetrics(): Promise<string> {
  return writeMetrics(ownFamilies, { ...processGauges(), relevo_ready: [[[], 0]] });
}

/** Makes what a scrape reads; scrapes at the same time share one. */
export function metricsOf(services: Watched): () => Promise<string> {
  let running: Promise<string> | undefined;
  return () => running ??= write(services).finally(() => running = undefined);
}

async function write(services: Watched): Promise<string> {
  const { config, status, instance, alerts, hold, database } = services;
  const { polls, feeds, inboxFeeds } = services;
  const [stuck, current] = await Promise.all([
    findStuckNow(services),
    inTime(() => status.read(), patienceMs).catch(() => recentOf(status)),
  ]);
  const labels = [
    version,
    runningBuild() ?? "",
    current?.schema ?? "",
    instance.id,
  ] as const;
  const gauges: Gauges = {
    ...processGauges(),
    ...(current && databaseGauges(current)),
    relevo_info: [[[...labels], 1]],
    relevo_ready: [[[], Number(stuck.size === 0)]],
    relevo_stuck: [...parts, "draining"].map((part) => [[part], Number(stuck.has(part))]),
    ...config.backupDir !== undefined &&
      { relevo_backup_max_age_seconds: [[[], config.backupMaxAgeHours * 3_600]] },
    relevo_held: [[[], Number(hold.isHeld)]],
    relevo_streams: [[[], inboxFeeds.count + feeds.count]],
    relevo_polls: [[[], polls.count]],
    relevo_alerts: alertGauges(alerts.current),
    relevo_database_disk_full: [[[], Number(database.disk.isFull)]],
  };
  return await writeMetrics(ownFamilies, gauges);
}

/** The newest that was read, where a read takes longer than a scrape may. */
function recentOf({ last }: StatusReader): Status | null {
  return last && currentMs() - last.readAt.getTime() < recentMs ? last : null;
}

/** An alert may be on for several subjects. */
function alertGauges(rows: readonly { name: string }[]): [[string], number][] {
  return allAlerts.map(({ name }) => [[name], rows.filter((row) => row.name === name).length]);
}

async function findStuckNow(services: Watched): Promise<Set<string>> {
  const stuck: Set<string> = new Set(await lookForStuck(services, patienceMs));
  return services.draining.aborted ? stuck.add("draining") : stuck;
}
