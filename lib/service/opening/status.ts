import type { Config } from "@/lib/service/config.ts";
import type { Ends } from "@/lib/service/opening/ends.ts";
import type { Ground } from "@/lib/service/opening/ground.ts";
import { jobs } from "@/lib/service/recurring.ts";
import type { Services } from "@/lib/service/services.ts";
import { Certificate } from "@/lib/status/certificate.ts";
import { KeptStatus, readStatus } from "@/lib/status/read_status.ts";
import type { StatusReader } from "@/lib/status/status.ts";

export function openStatus(config: Config, { database, hold }: Ground): StatusReader {
  const certificate = new Certificate(config.publicUrl, hold);
  return new KeptStatus(() => readStatus({ database, config, certificate, jobs }));
}

export async function openInstance(
  { instance: folder }: Ground,
  { instance }: Services,
  ends: Ends,
): Promise<void> {
  if (folder === null) return;
  ends.close(() => instance.stop());
  await instance.start();
}
