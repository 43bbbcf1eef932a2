/**
 * The baseline: the same rows written by `pgbench` (in C), one transaction per notification, as the
 * tenant role in the company, on the app's own database and indexes. It checks no key, parses no
 * JSON and sends no answer; its one statement for both rows saves a round trip that most programs
 * would make.
 */
import { join } from "node:path";
import { findServerPrograms } from "@/tests/support/cluster.ts";

interface PgbenchOptions {
  databaseUrl: string;
  /** A notification as the app receives it; "00000000" is replaced by a number. */
  body: Record<string, unknown>;
  clients: number;
  threads: number;
  seconds: number;
  /** Notifications of one transaction; several go to the server in one pipeline. */
  perTransaction?: number;
}

export interface PgbenchResult {
  perSecond: number;
  /** Notifications that are now in the database. */
  committed: number;
}

/** The program's path, from the server's programs or the PATH; null if it is missing. */
export function findPgbench(): string | null {
  const folders = [findServerPrograms(), ...Deno.env.get("PATH")?.split(":") ?? []];
  return folders.filter((folder) => folder !== null).map((folder) => join(folder, "pgbench"))
    .find(isFile) ?? null;
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** Inserts for the given time and returns how many notifications were committed per second. */
export async function runPgbench(options: PgbenchOptions): Promise<PgbenchResult> {
  const { perTransaction = 1 } = options;
  const script = await Deno.makeTempFile({ prefix: "relevo-pgbench-", suffix: ".sql" });
  try {
    await Deno.writeTextFile(script, scriptFor(options.body, perTransaction));
    const output = await run([
      ...["-n", "-M", "prepared", "-f", script, "-c", String(options.clients)],
      ...["-j", String(options.threads), "-T", String(options.seconds), options.databaseUrl],
    ]);
    return {
      perSecond: perTransaction * numberIn(output, /tps = ([\d.]+) \(without initial/),
      committed: perTransaction *
        numberIn(output, /transactions actually processed: (\d+)/),
    };
  } finally {
    await Deno.remove(script);
  }
}

async function run(args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(findPgbench()!, {
    args,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const [output, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  if (!success) throw new Error(`pgbench failed:\n${errors!.slice(0, 500)}`);
  const failed = numberIn(output!, /number of failed transactions: (\d+)/);
  if (failed > 0) throw new Error(`pgbench: ${failed} transactions failed`);
  return output!;
}

function numberIn(text: string, pattern: RegExp): number {
  const match = pattern.exec(text)?.[1];
  if (match === undefined) throw new Error(`no ${pattern} in what pgbench wrote:\n${text}`);
  return Number(match);
}

// A UUIDv7 as the app makes it: ids in order of time are kinder to an index than random ones.
const newId = `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
  substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
  from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`;

function scriptFor(body: Record<string, unknown>, count: number): string {
  const { columns, values } = notificationRow(body);
  const tag = body.tag === undefined ? "null" : text(body.tag);
  const insert = `with new as (
  insert into notifications (${columns.join(", ")}) values (${values.join(", ")}) returning id
)
insert into notification_recipients (company_id, notification_id, user_id, internal, tag, devices)
select 1, id, ${text(body.userId)}, false, ${tag}, 0 from new;`;
  const lines = [
    "begin;",
    "select set_config('role', 'relevo_tenant', true), relevo_enter(1);",
    ...Array(count).fill(insert),
    "end;",
  ];
  const sent = count > 1 ? ["\\startpipeline", ...lines, "\\endpipeline"] : lines;
  return ["\\set n random(10000000, 99999999)", ...sent, ""].join("\n");
}

function notificationRow(body: Record<string, unknown>) {
  const row: Record<string, string> = {
    id: newId,
    company_id: "1",
    key_id: "1",
    internal: "false",
    title: text(body.title),
    body: text(body.body),
    type: text(body.type),
    priority: text(body.priority),
    sender: text(body.sender),
    url: text(body.url),
    ttl: String(body.ttl),
    data: `${text(JSON.stringify(body.data))}::json`,
    actions: text(JSON.stringify(body.actions)),
    allow_reply: String(body.allowReply),
    callback_url: text(body.callbackUrl),
    created_at: "now()",
    expires_at: `now() + interval '${body.ttl} seconds'`,
  };
  if (body.tag !== undefined) row.tag = text(body.tag);
  if (body.idempotencyKey !== undefined) {
    row.idempotency_key = "gen_random_uuid()::text";
    row.fingerprint = `decode('${"5a".repeat(32)}', 'hex')`;
  }
  return { columns: Object.keys(row), values: Object.values(row) };
}

/** Quotes an SQL text; pgbench inserts its number where the app's load has one. */
function text(value: unknown): string {
  const quoted = `'${String(value).replaceAll("'", "''")}'`;
  return quoted.includes("00000000") ? `replace(${quoted}, '00000000', :n::text)` : quoted;
}
