import type { Alert, Finding, Job, Rule } from "@/lib/alerts/alert.ts";
import { growthAlerts } from "@/lib/alerts/growth_alerts.ts";
import { certificateSeconds, isNearlyFull, leastFree } from "@/lib/status/limits.ts";
import type { ReceiverStatus, Status } from "@/lib/status/status.ts";

const minute = 60;
const hour = 60 * minute;

const mostLagSeconds = 60;
const errorShare = 0.01;
/** A single answer among few is no rate. */
const fewestErrors = 5;

const unlessHeld = " unless on () relevo_held == 1";
/** Parts that have an alert of their own, or are no fault. */
const otherParts = ["database", "disk", "draining"];

/** Everything that an operator is told of by itself: rules, docs and mails are made of this. */
export const alerts: Alert[] = [
  {
    name: "database_away",
    class: "down",
    afterSeconds: 2 * minute,
    withoutDatabase: ({ isDatabaseAway }) => isDatabaseAway ? [{ subject: "", facts: {} }] : [],
    rules: [{ expression: 'relevo_stuck{part="database"} == 1' }],
  },
  {
    name: "part_stuck",
    class: "down",
    afterSeconds: 2 * minute,
    ofInstallation: ({ instances }) =>
      instances.flatMap(({ id: instance, stuck }) =>
        stuck.filter((part) => !otherParts.includes(part))
          .map((part) => ({ subject: `${instance} ${part}`, facts: { part, process: instance } }))
      ),
    rules: [{ expression: `relevo_stuck{part!~"${otherParts.join("|")}"} == 1` }],
  },
  {
    name: "disk_full",
    class: "act",
    afterSeconds: minute,
    ofInstallation: ({ disks }) =>
      disks.filter(isNearlyFull).map(({ place, freeBytes, bytes }) => ({
        subject: place,
        facts: { place, bytes: freeBytes, percent: Math.floor(100 * freeBytes / (bytes || 1)) },
      })),
    // Then nothing can be written down either.
    withoutDatabase: ({ isDiskFull }) =>
      isDiskFull ? [{ subject: "database", class: "down", facts: { place: "database" } }] : [],
    rules: [
      {
        expression: `relevo_disk_free_bytes < ${leastFree.bytes} or ` +
          `relevo_disk_free_bytes / relevo_disk_bytes < ${leastFree.share}`,
      },
      { expression: "relevo_database_disk_full == 1", class: "down" },
    ],
  },
  {
    name: "callbacks_failing",
    class: "act",
    afterSeconds: 15 * minute,
    restsWhileHeld: true,
    ofInstallation: ({ failingReceivers }) =>
      receivers(failingReceivers.filter(({ kind }) => kind !== "push" && kind !== "mail")),
    rules: [{
      expression: 'relevo_failing_receivers{kind=~"callback|message|due"} > 0' + unlessHeld,
    }],
  },
  {
    name: "deliveries_late",
    class: "act",
    afterSeconds: 15 * minute,
    restsWhileHeld: true,
    ofInstallation: (status) =>
      status.owed.flatMap(({ kind, count, oldestDueAt: since }) =>
        since ? [{ subject: kind, since, facts: { kind, count } }] : []
      ),
    rules: [{
      expression: `relevo_oldest_owed_seconds > ${15 * minute}` + unlessHeld,
      afterSeconds: 0,
    }],
  },
  {
    name: "given_up",
    class: "know",
    afterSeconds: 0,
    restsWhileHeld: true,
    ofInstallation: (status) =>
      status.owed.filter(({ givenUp }) => givenUp > 0)
        .map(({ kind, givenUp }) => ({ subject: kind, facts: { kind, count: givenUp } })),
    rules: [{ expression: "increase(relevo_given_up_total[1d]) > 0" + unlessHeld }],
  },
  {
    name: "channel_failing",
    class: "act",
    afterSeconds: 30 * minute,
    restsWhileHeld: true,
    ofInstallation: ({ failingChannels, failingReceivers }) => [
      ...failingChannels.map(({ kind, companyId, company, accountId, name: channel, since }) => ({
        ...{ subject: String(accountId), since, facts: { companyId, company, channel, kind } },
      })),
      ...receivers(failingReceivers.filter(({ kind }) => kind === "mail")),
    ],
    rules: [{
      expression: '(relevo_channels{state="fails"} > 0 or ' +
        'relevo_failing_receivers{kind="mail"} > 0)' + unlessHeld,
    }],
  },
  {
    name: "pushes_failing",
    class: "act",
    afterSeconds: 15 * minute,
    restsWhileHeld: true,
    ofInstallation: ({ failingReceivers }) =>
      receivers(failingReceivers.filter(({ kind }) => kind === "push")),
    rules: [{ expression: 'relevo_failing_receivers{kind="push"} > 0' + unlessHeld }],
  },
  {
    name: "backup_old",
    class: "act",
    afterSeconds: 0,
    ofInstallation: ({ backup, readAt }, { hasBackups, backupMaxAgeSeconds: most }) => {
      if (!hasBackups) return [];
      if (!backup) return [{ subject: "", afterSeconds: most, facts: {} }];
      const since = new Date(backup.madeAt.getTime() + most * 1_000);
      return since < readAt
        ? [{ subject: "", since, facts: { at: backup.madeAt.toISOString() } }]
        : [];
    },
    rules: [{ expression: "relevo_backup_age_seconds > relevo_backup_max_age_seconds" }],
  },
  {
    name: "certificate_ends",
    class: "act",
    afterSeconds: 0,
    ofInstallation: ({ certificate, readAt }) =>
      certificate && secondsBetween(readAt, certificate.endsAt) < certificateSeconds
        ? [{ subject: "", facts: { at: certificate.endsAt.toISOString() } }]
        : [],
    rules: [{ expression: `relevo_certificate_seconds < ${certificateSeconds}` }],
  },
  {
    name: "sign_in_keys_away",
    class: "act",
    afterSeconds: 10 * minute,
    ofProcess: ({ keysAwaySince: since, instance }) =>
      since ? [{ subject: instance, since, facts: { process: instance } }] : [],
    rules: [{ expression: 'increase(relevo_refusals_total{code="keys_unavailable"}[5m]) > 0' }],
  },
  {
    name: "job_missing",
    class: "act",
    afterSeconds: 5 * minute,
    restsWhileHeld: true,
    ofInstallation: ({ jobs, instances, readAt }) => {
      // Nothing ran before the oldest process did.
      const startedAt = Math.min(...instances.map(({ startedAt }) => startedAt.getTime()));
      return jobs.flatMap(({ name: job, periodSeconds, endedAt }) => {
        const last = new Date(Math.max(startedAt, endedAt?.getTime() ?? -Infinity));
        const seconds = secondsBetween(last, readAt);
        if (!Number.isFinite(seconds) || seconds <= 2 * periodSeconds) return [];
        // After a release it has its period for its first run.
        const afterSeconds = Math.max(5 * minute, periodSeconds);
        return [{ subject: job, afterSeconds, facts: { job, at: endedAt?.toISOString() } }];
      });
    },
    rules: jobRules,
  },
  {
    name: "standby_behind",
    class: "act",
    afterSeconds: minute,
    ofInstallation: ({ database: { standbys } }, { standbys: most }) => [
      ...standbys.flatMap(({ name, lagSeconds }) =>
        lagSeconds !== null && lagSeconds > mostLagSeconds
          ? [{ subject: name, facts: { standby: name, seconds: Math.round(lagSeconds) } }]
          : []
      ),
      ...standbys.length < most ? [{ subject: "", facts: { count: most - standbys.length } }] : [],
    ],
    rules: [{
      expression: `relevo_standby_lag_seconds > ${mostLagSeconds} or ` +
        "relevo_database_standbys < max_over_time(relevo_database_standbys[7d])",
    }],
  },
  {
    name: "transaction_open",
    class: "act",
    afterSeconds: 10 * minute,
    ofInstallation: ({ readAt, database: { openTransactionSeconds: seconds } }) =>
      seconds > 0
        ? [{
          subject: "",
          since: new Date(readAt.getTime() - seconds * 1_000),
          facts: { seconds: Math.round(seconds) },
        }]
        : [],
    rules: [{
      expression: `relevo_open_transaction_seconds > ${10 * minute}`,
      afterSeconds: 0,
    }],
  },
  {
    name: "held",
    class: "act",
    afterSeconds: hour,
    ofInstallation: (_, { holding: hold }) =>
      hold ? [{ subject: "", since: hold.since, facts: { reason: hold.reason } }] : [],
    rules: [{ expression: "relevo_held == 1" }],
  },
  {
    name: "versions_differ",
    class: "know",
    afterSeconds: hour,
    ofInstallation: ({ instances }) => {
      const versions = [...new Set(instances.map(nameVersion))].sort();
      return versions.length > 1 ? [{ subject: "", facts: { versions: versions.join(", ") } }] : [];
    },
    rules: [{ expression: "count(count by (version, build) (relevo_info)) > 1" }],
  },
  {
    name: "errors",
    class: "act",
    afterSeconds: 0,
    ofProcess: ({ requests: { count, failures }, instance }) =>
      failures >= fewestErrors && failures > errorShare * count
        ? [{
          subject: instance,
          facts: { process: instance, count: failures, percent: Math.ceil(100 * failures / count) },
        }]
        : [],
    rules: [{
      expression: `${perInstance("rate", '{status=~"5.*"}')} / ${perInstance("rate")} ` +
        `> ${errorShare} and ${perInstance("increase", '{status=~"5.*"}')} >= ${fewestErrors}`,
    }],
  },
  ...growthAlerts,
];

/**
 * A rule for jobs of each period; the commonest is said by which jobs do not have it. Prometheus
 * has a label `job` of its own, and calls this one `exported_job` unless it is told otherwise.
 */
function jobRules(jobs: readonly Job[]): Rule[] {
  const groups = [...Map.groupBy(jobs, ({ periodSeconds }) => periodSeconds)]
    .sort(([, a], [, b]) => a.length - b.length);
  return groups.map(([period, inside], at) => {
    const isLast = at === groups.length - 1;
    const names = (isLast ? jobs.filter((job) => !inside.includes(job)) : inside)
      .map(({ name }) => name).join("|");
    const is = isLast ? "!~" : "=~";
    const labels = [
      `exported_job${is}"${names}",exported_job!=""`,
      `job${is}"${names}",exported_job=""`,
    ];
    return {
      expression: "(" + labels.map((one) => `relevo_job_age_seconds{${one}} > ${2 * period}`)
        .join(" or ") +
        ")" + unlessHeld,
      afterSeconds: Math.max(5 * minute, period),
      period,
    };
  });
}

function receivers(failing: Status["failingReceivers"]): Finding[] {
  return failing.map(({ kind, companyId, company, host, since }: ReceiverStatus) => ({
    ...{
      subject: `${kind} ${companyId} ${host}`,
      since,
      facts: { kind, companyId, company, host },
    },
  }));
}

function secondsBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 1_000;
}

function nameVersion({ version, build }: Status["instances"][number]): string {
  return build ? `${version} (${build.slice(0, 8)})` : version;
}

function perInstance(how: "rate" | "increase", labels = ""): string {
  return `sum by (instance) (${how}(relevo_requests_total${labels}[5m]))`;
}
