/** Every family of metrics that a process offers: the page, the dashboard and the registry use it. */
export interface Family {
  type: "counter" | "gauge" | "histogram";
  labels: readonly string[];
  help: string;
  /** Whose it is; of the database every instance says the same. */
  of: "process" | "database" | "gateway";
  unit: "number" | "seconds" | "bytes" | "state";
  buckets?: readonly number[];
  /** Labels that are there from the start: the first step of a counter that was not is unseen. */
  first?: readonly (readonly string[])[];
}

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const attemptBuckets = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const waitBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

type Options = Partial<Pick<Family, "unit" | "of" | "first">>;

function counter<const L extends readonly string[]>(labels: L, help: string, options?: Options) {
  return { type: "counter", of: "process", unit: "number", ...options, labels, help } as const;
}

function gauge<const L extends readonly string[]>(labels: L, help: string, options?: Options) {
  return { type: "gauge", of: "process", unit: "number", ...options, labels, help } as const;
}

function histogram<const L extends readonly string[]>(
  labels: L,
  help: string,
  buckets: readonly number[],
) {
  return { type: "histogram", of: "process", unit: "seconds", buckets, labels, help } as const;
}

const each = (...values: string[]) => values.map((value) => [value]);
const kinds = each("callback", "push", "message", "mail", "due");
const audiences = ["api", "panel", "phone", "form", "hook", "link", "gateway", "health", "public"];

const database = { of: "database" } as const;
const seconds = { unit: "seconds" } as const;
const bytes = { unit: "bytes" } as const;
const state = { unit: "state" } as const;

export const families = {
  relevo_info: gauge(
    ["version", "build", "schema", "instance"],
    "Always 1; the labels name the release, the build, the newest migration and the process.",
    state,
  ),
  relevo_ready: gauge([], "1 while /readyz would answer 200.", state),
  relevo_stuck: gauge(["part"], "1 while a part of the process makes no progress.", state),
  relevo_held: gauge([], "1 while the process sends nothing and fetches nothing.", state),
  relevo_requests_total: counter(
    ["door", "status"],
    "Requests answered, by whom the address is for and by the class of the status.",
    {
      first: audiences.flatMap((audience) =>
        ["2xx", "4xx", "5xx"].map((status) => [audience, status])
      ),
    },
  ),
  relevo_request_seconds: histogram(
    ["door"],
    "Time from a request to the head of its answer; of a stream or long poll that is its wait.",
    requestBuckets,
  ),
  relevo_refusals_total: counter(["code"], "Refusals by their machine code.", {
    first: each("internal", "database_unavailable", "keys_unavailable", "rate_limited"),
  }),
  relevo_sends_total: counter([], "Notifications stored, without repeats."),
  relevo_answers_total: counter([], "First answers to notifications."),
  relevo_messages_total: counter(
    ["direction", "kind"],
    "Customers' messages that came in, and messages handed over to be sent, by kind of channel.",
  ),
  relevo_attempts_total: counter(
    ["kind", "outcome"],
    "Attempts to deliver, by the class of the answer's status or by what failed.",
  ),
  relevo_attempt_seconds: histogram(
    ["kind"],
    "Duration of calls to receivers, push services, channels and mail servers.",
    attemptBuckets,
  ),
  relevo_owed: gauge(["kind"], "What waits to leave, due or not.", database),
  relevo_oldest_owed_seconds: gauge(
    ["kind"],
    "Since when the oldest that is owed has been due; 0 where nothing is due.",
    { ...database, ...seconds },
  ),
  relevo_given_up_total: counter(["kind"], "Deliveries that ended without success.", {
    first: kinds,
  }),
  relevo_failing_receivers: gauge(
    ["kind"],
    "Receivers whose last three attempts failed.",
    database,
  ),
  relevo_channels: gauge(["kind", "state"], "Channel accounts by kind and state.", database),
  relevo_events_unread: gauge([], "Received events that were not read yet.", database),
  relevo_problems: gauge([], "Problems of channels that nobody has put right.", database),
  relevo_streams: gauge([], "Open streams of phones and of the panel."),
  relevo_polls: gauge([], "Calls that wait for responses."),
  relevo_database_connections: gauge(
    ["state"],
    "Connections to the database by state.",
    database,
  ),
  relevo_database_wait_seconds: histogram(
    [],
    "Wait for a connection of the process's pool; the embedded database has none.",
    waitBuckets,
  ),
  relevo_database_bytes: gauge([], "Size of the database.", { ...database, ...bytes }),
  relevo_database_standbys: gauge([], "Standbys that are connected.", database),
  relevo_standby_lag_seconds: gauge(
    [],
    "Lag of the standby that is furthest behind; 0 without one, absent where it is not seen.",
    { ...database, ...seconds },
  ),
  relevo_open_transaction_seconds: gauge([], "Age of the oldest open transaction.", {
    ...database,
    ...seconds,
  }),
  relevo_table_rows: gauge(["table"], "Rows of the largest tables, measured each hour.", database),
  relevo_table_bytes: gauge(["table"], "Size of the same tables with their indexes.", {
    ...database,
    ...bytes,
  }),
  relevo_company_records_share: gauge(
    [],
    "Share of MAX_RECORDS_PER_COMPANY that some company has used of a kind of record, from 0 to 1.",
    database,
  ),
  relevo_disk_free_bytes: gauge(["place"], "Free space where data and back-ups are.", bytes),
  relevo_disk_bytes: gauge(["place"], "Size of the file systems of data and back-ups.", bytes),
  relevo_database_disk_full: gauge([], "1 while the database's disk takes no writes.", state),
  relevo_backup_age_seconds: gauge([], "Age of the newest back-up; absent without one.", seconds),
  relevo_backup_max_age_seconds: gauge(
    [],
    "Age at which the newest back-up is too old (BACKUP_MAX_AGE_HOURS); absent without BACKUP_DIR.",
    seconds,
  ),
  relevo_backup_bytes: gauge([], "Size of the newest back-up; absent without one.", bytes),
  relevo_certificate_seconds: gauge(
    [],
    "Time until the certificate of PUBLIC_URL ends; absent where it has none.",
    seconds,
  ),
  relevo_job_age_seconds: gauge(
    ["job"],
    "Time since a recurring job last ended well; absent until it has.",
    { ...database, ...seconds },
  ),
  relevo_alerts: gauge(["alert"], "Alerts that are on, of as many subjects.", {
    ...database,
    ...state,
  }),
  relevo_gateway_sign_ins_total: counter(
    ["way", "outcome"],
    "Attempts to sign in by a passkey, a code or a link: `done`, or why it was refused.",
    { of: "gateway", first: ["passkey", "code", "link"].map((way) => [way, "done"]) },
  ),
  relevo_gateway_app_ready: gauge(
    [],
    "1 while a process of the app behind the gateway is ready.",
    { of: "gateway", ...state },
  ),
  process_cpu_seconds_total: counter([], "Processor time of the process.", seconds),
  process_resident_memory_bytes: gauge([], "Memory of the process in RAM.", bytes),
  process_heap_bytes: gauge([], "Memory that the process's scripts use.", bytes),
  process_start_time_seconds: gauge([], "Start of the process, in seconds since 1970.", seconds),
} as const satisfies Record<string, Family>;

export type FamilyName = keyof typeof families;
type Named<T extends Family["type"]> = {
  [N in FamilyName]: (typeof families)[N]["type"] extends T ? N : never;
}[FamilyName];
export type CounterName = Named<"counter">;
export type GaugeName = Named<"gauge">;
export type HistogramName = Named<"histogram">;

/** One value for each label of the family, in its order. */
export type LabelsOf<N extends FamilyName> = Strings<(typeof families)[N]["labels"]>;
type Strings<L extends readonly string[]> = { -readonly [K in keyof L]: string };

export const familyNames = Object.keys(families) as FamilyName[];
