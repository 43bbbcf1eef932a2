import pg from "pg";
import { type Finding, ok, skipped, warning } from "@/lib/doctor/check.ts";
import { databaseWords } from "@/lib/doctor/database_words.ts";
import { serversOf, withOneServer } from "@/lib/db/hosts/address.ts";
import { dialled } from "@/lib/db/hosts/primary_client.ts";
import { askState, reasonsOf, sayReasons } from "@/lib/db/hosts/server_state.ts";

const { standby: words } = databaseWords;
const connectMs = 5_000;

/** Asks each server of the address whether one of them takes writes and the others could. */
export async function checkServers(address: string): Promise<Finding> {
  const servers = serversOf(address);
  if (servers.length < 2) return skipped(words.one);
  const answers = await Promise.all(servers.map(async (server) => {
    const connectionString = withOneServer(address);
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectMs });
    client.on("error", () => {});
    try {
      await dialled(client, server).connect();
      return await askState(client);
    } catch (error) {
      return error as Error;
    } finally {
      await client.end().catch(() => {});
    }
  }));
  const reasons = reasonsOf(answers, { target: "primary", memory: null, isSystemSure: false });
  const isStandby = (at: number) => {
    const answer = answers[at]!;
    return !(answer instanceof Error) && answer.isInRecovery;
  };
  const faults = sayReasons(servers, reasons.map((reason, at) => isStandby(at) ? null : reason));
  const hasPrimary = reasons.includes(null);
  if (hasPrimary && faults.length === 0) return ok(words.answer(servers.length));
  return warning(words.faults(faults.join("; ") || "none takes writes"), words.mend);
}
