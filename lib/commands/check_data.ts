import {
  type Command,
  CommandError,
  companyId,
  runWith,
  table,
  withDatabaseOrOwner,
} from "@/lib/commands/command.ts";
import { checkData, type Fault, isWarning } from "@/lib/invariants/check_data.ts";
import { loadSecretCipher } from "@/lib/secrets/secret_keys.ts";
import type { Config } from "@/lib/service/config.ts";
import { askOwner } from "@/lib/service/control/client.ts";

type Check = (companyId?: number) => Promise<Fault[]>;

const longestMs = 600_000;

function withData(config: Config, work: (check: Check) => Promise<void>): Promise<void> {
  return withDatabaseOrOwner(config, {
    onlyReads: true,
    async byDatabase(db) {
      const cipher = await loadSecretCipher(config);
      await work((companyId) => checkData(db, { companyId, cipher }));
    },
    byOwner: () =>
      work((companyId) =>
        askOwner(config.dataDir, "/check-data", { companyId }, { timeoutMs: longestMs })
      ),
  });
}

async function report(check: Check, { company, json }: { company?: number; json: boolean }) {
  const faults = await check(company);
  if (json) console.log(JSON.stringify({ faults }));
  else if (faults.length === 0) console.log("All data is whole.");
  else console.log(listed(faults));
  const broken = faults.filter((fault) => !isWarning(fault));
  if (broken.length > 0) throw new CommandError(`broken: ${namesOf(broken).join(", ")}`);
}

function namesOf(faults: readonly Fault[]): string[] {
  return [...new Set(faults.map(({ name }) => name))];
}

function listed(faults: readonly Fault[]): string {
  return table(
    ["company", "table", "broken", "count", "ids"],
    faults.map(({ company_id, table, name, count, ids }) => [
      company_id === null ? "" : String(company_id),
      table,
      name,
      String(count),
      ids.join(", ") + (count > ids.length ? ", …" : ""),
    ]),
  );
}

const checkDataCommand: Command<Check> = {
  usage: `deno task check-data [--company N] [--json]

Checks what is true of all data while nothing is being written: that counts and totals add up, that
numbers follow each other, that what is owed can be delivered, that secrets open, and that the
database's indexes and sequences are sound. It reads one snapshot, beside running processes. Ends
with 1 if something is broken. The database is the one of MIGRATE_DATABASE_URL or DATABASE_URL, or
the embedded one in DATA_DIR, whose callers wait meanwhile.`,
  verbs: {
    "": { options: { company: companyId.optional() }, flags: ["json"], run: report },
  },
};

if (import.meta.main) Deno.exit(await runWith(withData, checkDataCommand, Deno.args));
