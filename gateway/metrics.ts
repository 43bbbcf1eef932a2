import { families, familyNames } from "@/lib/metrics/families.ts";
import { processGauges } from "@/lib/metrics/process.ts";
import { writeMetrics } from "@/lib/metrics/registry.ts";
import type { Apps } from "./apps/apps.ts";

const ownFamilies = familyNames.filter((name) =>
  families[name].of === "gateway" || name.startsWith("process_")
);
/** A scrape ends within 2 s. */
const patienceMs = 1_500;

/** @param apps absent until the gateway is open */
export async function gatewayMetrics(apps?: Pick<Apps, "isReady">): Promise<string> {
  const isReady = await apps?.isReady(patienceMs) ?? false;
  const ready: [[], number][] = [[[], Number(isReady)]];
  return await writeMetrics(ownFamilies, { ...processGauges(), relevo_gateway_app_ready: ready });
}
