import * as z from "zod";
import { owedKinds } from "@/lib/status/queues.ts";
import type { Status } from "@/lib/status/status.ts";

const instant = (description: string) => z.iso.datetime().meta({ description });
const count = (description: string) => z.int().meta({ description });
const bytes = (description: string) => z.number().meta({ description });
const text = (description: string) => z.string().meta({ description });
const company = {
  company_id: z.int().meta({ description: "Id of the company whose it is." }),
  company: text("Name of that company as members know it."),
};
const owedKind = z.enum(owedKinds).meta({
  description: "`callback` to a program, `push` to a phone, `message` by a channel, `mail`, or " +
    "`due`: a reminder, an escalation or a fallback whose time comes.",
});

/** As `GET /api/admin/installation` and `status --json` say it. */
export const installationStatus = z.object({
  read_at: instant("When it was read; for 15 s callers share what was read."),
  schema: text("The newest migration of the database."),
  held: z.object({
    since: instant("Instant from which on nothing leaves."),
    reason: text("As `held` of `GET /api/admin/me` has it."),
  }).nullable().meta({ description: "Where the database holds the installation." }),
  instances: z.array(z.object({
    id: text("Id of the process, as `instance` of its log lines has it."),
    version: text("Version of Relevo that the process runs."),
    build: text("Id of its build, made of the sources; empty where none is served."),
    started_at: instant("Instant at which the process started."),
    seen_at: instant("When it last wrote that it lives; every 15 s, and 2 minutes count."),
    stuck: z.array(z.string()).meta({ description: "As `details.stuck` of `GET /readyz`." }),
  })).meta({ description: "The processes that serve, the oldest first." }),
  owed: z.array(z.object({
    kind: owedKind,
    count: count("How many wait, due or not; of each receiver at most 100,000 are counted."),
    oldest_due_at: instant("Since when the oldest is due; null where nothing is due.").nullable(),
    given_up: count("How many ended without success within 24 hours."),
  })).meta({ description: "What has to leave by itself." }),
  failing_receivers: z.array(z.object({
    kind: owedKind,
    ...company,
    host: text("Host that the attempts went to."),
    since: instant("Since when no attempt has succeeded."),
  })).meta({ description: "Receivers whose last three attempts failed; at most 200." }),
  channels: z.array(z.object({
    kind: text("Kind of channel, as in `GET /api/admin/channels`."),
    state: z.enum(["works", "fails", "rests"]).meta({
      description: "`fails` also where a loop of messages stopped it; `rests`: a member paused it.",
    }),
    count: count("How many channels are in that state."),
  })).meta({ description: "Channels of all companies, by kind and state." }),
  failing_channels: z.array(z.object({
    kind: text("Kind of channel, as in `GET /api/admin/channels`."),
    ...company,
    account_id: z.int().meta({ description: "Id of the channel, as its company has it." }),
    name: text("Name that the company gave the channel."),
    since: instant("Instant since which the channel fails."),
  })).meta({ description: "Channels that fail, the longest first; at most 200." }),
  events_unread: count("Received events that nothing has read yet; at most 10,000 are counted."),
  problems: count("Problems of channels that the companies have not put right; as many."),
  jobs: z.array(z.object({
    name: text("What runs by itself, as `recurring_failed` in the log names it."),
    period_seconds: count("Between two starts by its schedule."),
    ended_at: instant("The newest good end in any process; null where none is noted.").nullable(),
  })).meta({ description: "Work that runs by itself." }),
  database: z.object({
    kind: z.enum(["postgres", "pglite"]).meta({
      description: "`pglite` is the embedded database, `postgres` a server.",
    }),
    server_version: text("Version of the Postgres that answers."),
    bytes: bytes("Size of the database on its disk, in bytes."),
    connections: z.array(z.object({
      state: text("As Postgres names it; `unseen` where the login may not see it."),
      count: count("How many connections are in that state."),
    })).meta({ description: "Connections to this database, by their state." }),
    max_connections: count("Most connections that the server takes (`max_connections`)."),
    standbys: z.array(z.object({
      name: text("Name of the standby, its `application_name`."),
      lag_seconds: z.number().nullable().meta({
        description: "How long it replays behind the primary; null where the login of the app " +
          "lacks `pg_read_all_stats`.",
      }),
      is_synchronous: z.boolean().meta({ description: "Whether commits wait for it." }),
    })).meta({ description: "Standbys that are connected to the primary." }),
    open_transaction_seconds: z.number().meta({
      description: "Age of the oldest transaction that has written, or is idle.",
    }),
    is_full: z.boolean().meta({ description: "Whether its disk has no room left to write." }),
  }).meta({ description: "The database as it says of itself." }),
  alerts: z.array(z.object({
    name: text("Name of the alert (docs/operating/alerts.md)."),
    class: z.enum(["down", "act", "know"]).meta({
      description: "`down`: Relevo does not serve; `act`: something is to be done; `know`.",
    }),
    since: instant("Since when its condition holds."),
    title: text("What is wrong, in the caller's language."),
    about: z.array(z.string()).meta({ description: "What it is about, a line each." }),
    advice: text("What to do, in the caller's language."),
  })).meta({ description: "Alerts that are on, as of the last look." }),
  growth: z.object({
    read_at: instant("When it was measured, once an hour."),
    most_records: count("`MAX_RECORDS_PER_COMPANY` as it was then."),
    tables: z.array(z.object({
      table: text("The table's name in Postgres."),
      rows: count("Rows in it, as Postgres keeps count of them."),
      bytes: bytes("Its size in bytes, indexes and long values included."),
    })).meta({ description: "Tables, the largest first; at most 200." }),
    companies: z.array(z.object({
      ...company,
      table: text("The table's name in Postgres."),
      rows: count("Rows of the company, without those in the trash."),
      is_bounded: z.boolean().meta({
        description: "Whether `MAX_RECORDS_PER_COMPANY` is their bound.",
      }),
    })).meta({
      description: "What companies have most of, and what is above half of its bound; at most 200.",
    }),
  }).nullable().meta({ description: "What grows; null until it was measured." }),
  disks: z.array(z.object({
    place: z.enum(["data", "backups"]).meta({
      description: "`data` is the disk of `DATA_DIR`, `backups` that of `BACKUP_DIR`.",
    }),
    free_bytes: bytes("Room that is left on it, in bytes."),
    bytes: bytes("Size of the whole disk, in bytes."),
  })).meta({ description: "Disks of the process that answers." }),
  certificate: z.object({ ends_at: instant("Instant at which the certificate ends.") }).nullable()
    .meta({
      description:
        "That of `PUBLIC_URL`, looked at once an hour; null without https, where nobody " +
        "answered, and while the installation is held.",
    }),
  backup: z.object({
    made_at: instant("Instant at which the file was written."),
    bytes: bytes("Size of the file, in bytes."),
  }).nullable().meta({ description: "The newest back-up in `BACKUP_DIR`; null without one." }),
}).meta({ id: "InstallationStatus" });

/** An alert that is on, before its instant is a text. */
export type AlertRecord = Omit<z.output<typeof installationStatus>["alerts"][number], "since"> & {
  since: Date;
};

export function describeStatus({ hold, ...status }: Status, alerts: readonly AlertRecord[]) {
  return snakeCased({ ...status, held: hold, alerts }) as z.output<typeof installationStatus>;
}

function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (value instanceof Date) return value;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snakeCased(inner),
    ]),
  );
}
