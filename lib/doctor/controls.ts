import * as z from "zod";
import { examineDatabase } from "@/lib/doctor/database_checks.ts";
import { findLostKeys } from "@/lib/doctor/secret_keys.ts";
import type { Controls } from "@/lib/service/control/server.ts";
import type { Services } from "@/lib/service/services.ts";

const probe = z.object({ id: z.string() });

type Means = Pick<Services, "config" | "database" | "proxyProbes">;

/** What the doctor asks of a running process. */
export function doctorControls({ config, database, proxyProbes }: Means): Controls {
  return {
    "/open-probe": () => Promise.resolve({ id: proxyProbes.open() }),
    "/close-probe": (input) => Promise.resolve(proxyProbes.close(probe.parse(input).id)),
    "/examine-database": async () => ({
      findings: await examineDatabase(database, config),
      lostKeys: await findLostKeys(database.db, config),
    }),
  };
}
