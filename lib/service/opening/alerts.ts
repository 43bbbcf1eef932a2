import type { Gateway } from "@/lib/access/gateway/gateway.ts";
import { Heartbeat } from "@/lib/alerts/heartbeat.ts";
import { RequestCounts } from "@/lib/alerts/request_counts.ts";
import { AlertWatch } from "@/lib/alerts/watch.ts";
import { openOwnMail } from "@/lib/mail/own_mail.ts";
import type { Config } from "@/lib/service/config.ts";
import type { Ends } from "@/lib/service/opening/ends.ts";
import type { Ground } from "@/lib/service/opening/ground.ts";
import type { StatusReader } from "@/lib/status/status.ts";
import type { Announce } from "@/lib/tools/after_commit.ts";
import { openGate } from "@/lib/tools/hold.ts";
import type { Log } from "@/lib/tools/log.ts";

interface Under {
  config: Config;
  log: Log;
  ground: Ground;
  announce: Announce;
  gateway: Gateway | null;
  status: StatusReader;
  findStuck(): Promise<readonly string[]>;
}

/** Opens what looks for faults, and what tells the operator of them. */
export function openAlerts(under: Under, ends: Ends) {
  const { config, log, ground, announce, gateway, status, findStuck } = under;
  const { database, db, hold } = ground;
  const requestCounts = new RequestCounts();
  const alerts = new AlertWatch({
    ...{ db, log, announce, status },
    publicUrl: config.publicUrl,
    operatorEmail: config.operatorEmail,
    // The operator is told while it is held, too.
    mail: config.mail && openOwnMail(config.mail, openGate),
    afterSeconds: config.alertAfterSeconds,
    circumstances: () => ({
      holding: hold.holding,
      hasBackups: config.backupDir !== undefined,
      backupMaxAgeSeconds: config.backupMaxAgeHours * 3_600,
    }),
    async readSignals() {
      const stuck = await findStuck();
      return {
        instance: ground.holder,
        isDatabaseAway: stuck.includes("database"),
        isDiskFull: database.disk.isFull,
        keysAwaySince: await gateway?.keysAwaySince() ?? null,
        requests: requestCounts.read(),
      };
    },
  });
  ends.drain(() => alerts.stop());
  const heartbeat = config.heartbeatUrl === undefined ? null : new Heartbeat({
    ...{ url: config.heartbeatUrl, gate: hold, log },
    current: () => alerts.current,
  });
  if (heartbeat) ends.drain(() => heartbeat.stop());
  return { alerts, heartbeat, requestCounts };
}
