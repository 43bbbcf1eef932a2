import { readAlerts } from "@/lib/alerts/rows.ts";
import { type AlertRow, isOn } from "@/lib/alerts/state.ts";
import { describeRows, faultsOf } from "@/lib/alerts/wrong.ts";
import { type Command, runWith, withDatabaseOrOwner } from "@/lib/commands/command.ts";
import { jobs } from "@/lib/service/recurring.ts";
import type { Config } from "@/lib/service/config.ts";
import { askOwner } from "@/lib/service/control/client.ts";
import { Certificate } from "@/lib/status/certificate.ts";
import { factsOf, wellOf } from "@/lib/status/facts.ts";
import { readStatus } from "@/lib/status/read_status.ts";
import { describeStatus } from "@/lib/status/record.ts";
import type { Status } from "@/lib/status/status.ts";
import { factWords } from "@/lib/status/words.ts";
import { openGate } from "@/lib/tools/hold.ts";

interface Report {
  status: Status;
  /** Alerts that are on. */
  rows: AlertRow[];
  config: Config;
}

function withReport(config: Config, work: (report: Report) => Promise<void>): Promise<void> {
  return withDatabaseOrOwner(config, {
    onlyReads: true,
    async byDatabase(db, database) {
      const certificate = new Certificate(config.publicUrl, openGate);
      const status = await readStatus({ database, config, certificate, jobs });
      await work({ status, rows: (await readAlerts(db)).filter(isOn), config });
    },
    async byOwner() {
      const reply = dated(await askOwner(config.dataDir, "/status")) as Omit<Report, "config">;
      await work({ ...reply, config });
    },
  });
}

/** Instants are texts on their way. */
function dated(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => dated(one));
  if (typeof value === "string") return /(At|_at|^since)$/.test(name) ? new Date(value) : value;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, dated(inner, name)]),
  );
}

const reader = { language: "en", timeZone: "UTC" } as const;

function tell(report: Report, { json }: { json: boolean }): Promise<void> {
  const { status, rows } = report;
  console.log(
    json ? JSON.stringify(describeStatus(status, describeRows(rows, reader))) : sayStatus(report),
  );
  return Promise.resolve();
}

function sayStatus(
  { status, rows, config: { backupDir, backupMaxAgeHours } }: Report,
): string {
  const telling = { language: reader.language, time: minuteOf };
  const faults = faultsOf(status, {
    rows,
    holding: null,
    hasBackups: Boolean(backupDir ?? status.backup),
    backupMaxAgeSeconds: backupMaxAgeHours * 3_600,
    standbys: 0,
  }, reader);
  const lines = faults.flatMap(({ title, about, advice }) => [
    about === "" ? title : `${title}: ${about}`,
    `  ${advice}`,
  ]);
  const first = lines.length > 0
    ? [factWords.wrong.en, ...lines.map((line) => `  ${line}`)]
    : [wellOf(status, telling)];
  const paragraphs = factsOf(status, telling)
    .map(({ title, lines }) => [title, ...lines.map((line) => `  ${line}`)]);
  return [first, ...paragraphs].map((lines) => lines.join("\n")).join("\n\n");
}

/** `2026-11-30 10:15 UTC`. */
function minuteOf(at: Date): string {
  return at.toISOString().replace(/^(.{10})T(.{5}).*$/, "$1 $2 UTC");
}

const statusCommand: Command<Report> = {
  usage: `deno task status [--json]

Says what an operator wants to know now: what is wrong, with what to do, or that all is well; then
the processes that serve, what has to leave, channels, work that runs by itself, the database,
disks, the certificate, and the last back-up. It names companies, channels and hosts, and no text
of people. The database is the one of MIGRATE_DATABASE_URL or DATABASE_URL, or the embedded one in
DATA_DIR. Ends with 0 also where something is wrong.`,
  verbs: { "": { options: {}, flags: ["json"], run: tell } },
};

if (import.meta.main) Deno.exit(await runWith(withReport, statusCommand, Deno.args));
