import type pg from "pg";
import { nameOf, type Server } from "@/lib/db/hosts/address.ts";
import type { SeenTimeline } from "@/lib/db/hosts/seen_timeline.ts";

/** What a server says of itself; a plain login may ask all of it. */
export interface ServerState {
  /** The same in all copies of a cluster. */
  system: string;
  /** Each promotion begins another one. */
  timeline: number;
  isInRecovery: boolean;
  isReadOnly: boolean;
}

/** The control file may lag behind a promotion; the log's own name does not. */
const question = `
  select (select system_identifier::text from pg_control_system()) as system,
    greatest((select timeline_id from pg_control_checkpoint()),
      case when pg_is_in_recovery() then 0
        else ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int
      end) as timeline,
    pg_is_in_recovery() as in_recovery,
    current_setting('transaction_read_only') = 'on' as read_only`;

export async function askState(client: pg.ClientBase): Promise<ServerState> {
  const { rows: [row] } = await client.query(question);
  return {
    system: row.system,
    timeline: Number(row.timeline),
    isInRecovery: row.in_recovery,
    isReadOnly: row.read_only,
  };
}

/** No server may be written to, for now. Postgres' own code for that is of the class "away". */
export class NoPrimary extends Error {
  override name = "NoPrimary";
  readonly code = "57P03";
}

export type Answer = ServerState | Error;

/** Why each of the servers is passed over; null for those that may be written to. */
export function reasonsOf(
  answers: readonly Answer[],
  { target, memory, isSystemSure }: {
    target: "primary" | "any" | "standby";
    memory: SeenTimeline | null;
    isSystemSure: boolean;
  },
): (string | null)[] {
  const states = answers.filter((answer) => !(answer instanceof Error)) as ServerState[];
  const systems = new Set(states.map(({ system }) => system));
  const isSeenHere = memory !== null && (isSystemSure || systems.has(memory.system));
  const own = isSeenHere ? memory.system : systems.size === 1 ? [...systems][0]! : null;
  const newest = Math.max(
    isSeenHere ? memory.timeline : 0,
    ...states.filter(({ system }) => system === own).map(({ timeline }) => timeline),
  );
  return answers.map((answer) => {
    if (answer instanceof Error) return sayError(answer);
    const { system, timeline, isInRecovery, isReadOnly } = answer;
    if (own === null) return `is of system ${system}, and another host is not`;
    if (system !== own) return `is of system ${system}, not ${own}`;
    if (target === "standby") return isInRecovery ? null : "is no standby";
    if (isInRecovery) return "is in recovery";
    if (timeline < newest) return `is of timeline ${timeline}, and ${newest} was seen`;
    return isReadOnly ? "is read only" : null;
  });
}

export function sayReasons(servers: readonly Server[], reasons: readonly (string | null)[]) {
  return servers.flatMap((server, at) => reasons[at] ? [`${nameOf(server)} ${reasons[at]}`] : []);
}

function sayError(error: Error): string {
  const { code = "", message } = error as { code?: string; message: string };
  const isRefusal = /^[\dA-Z]{5}$/.test(code) && code !== "57P03";
  return `${isRefusal ? "refuses" : "does not answer"} (${code || message})`;
}
