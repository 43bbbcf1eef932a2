import type { Gateway } from "@/gateway/gateway.ts";
import { backupControls, removeUnfetched } from "@/lib/service/control/backup_by_owner.ts";
import { openControl } from "@/lib/service/control/server.ts";

/** Offers the rows of an embedded database to the operator's back-up. @returns ends that */
export async function offerBackups(
  { database: { pglite }, config: { dataDir }, log }: Pick<Gateway, "database" | "config" | "log">,
): Promise<() => Promise<void>> {
  if (!pglite) return () => Promise.resolve();
  await removeUnfetched(dataDir);
  return await openControl(backupControls({ pglite, dataDir, part: "gateway" }), { dataDir, log });
}
