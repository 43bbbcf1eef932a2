import { fileURLToPath } from "node:url";
import type { Discoveries } from "@/lib/channels/email/discover.ts";
import type { Config } from "@/lib/service/config.ts";
import { Places } from "@/lib/fairness/places.ts";
import type { Share } from "@/lib/fairness/share.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";
import { launchedReaders, ownReaders } from "@/lib/readers/hosts.ts";
import { Reader } from "@/lib/readers/reader.ts";

/** Processor time in milliseconds. */
const logoMs = 2_000;
const autoconfigMs = 1_000;
const discoveriesAtOnce = { perCaller: 1, perCompany: 5, perProcess: 20, retryAfter: 5 };

/** Opens the readers: one for mail, one for what callers wait for. */
export function openReaders({ readersSocket }: Config, log: Log, share: Share) {
  const host = readersSocket
    ? launchedReaders(readersSocket)
    : ownReaders(fileURLToPath(new URL("../../..", import.meta.url)));
  const mail = new Reader(host, { kind: "mail", isKept: true });
  const file = new Reader(host, { kind: "file" });
  const readLogo = async (logo: Uint8Array, queue: number) => {
    try {
      return await file.run<string | null>("logo", logo, { queue, cpuMs: logoMs });
    } catch (error) {
      log.warn("logo_not_read", describeError(error));
      return null;
    }
  };
  const discoveries: Discoveries = {
    places: new Places(discoveriesAtOnce, share),
    readAutoconfig: (xml, address, signal) =>
      file.run("autoconfig", { xml, address }, { queue: 0, cpuMs: autoconfigMs, signal }),
  };
  const close = async () => void await Promise.all([mail.close(), file.close()]);
  return { mail, file, readLogo, discoveries, close };
}
