import type { AlertName, Circumstances, Facts } from "@/lib/alerts/alert.ts";
import { alerts } from "@/lib/alerts/alerts.ts";
import type { AlertRow } from "@/lib/alerts/state.ts";
import { type AlertReader, describeAlert } from "@/lib/alerts/texts.ts";
import type { AlertRecord } from "@/lib/status/record.ts";
import type { Status } from "@/lib/status/status.ts";

/** Something that is wrong, in words. */
export interface Fault {
  name: AlertName;
  title: string;
  /** Company, channel, host or number, with commas between. */
  about: string;
  advice: string;
}

/** Conditions that are themselves a time that has passed. */
const timed: AlertName[] = ["deliveries_late", "transaction_open"];

/** Alerts that are on, and conditions that become alerts if they last. */
export function faultsOf(
  status: Status,
  { rows, ...circumstances }: Circumstances & { rows: readonly AlertRow[] },
  reader: AlertReader,
): Fault[] {
  const holding = circumstances.holding ?? status.hold;
  const faults = alerts.flatMap(({ name, afterSeconds, restsWhileHeld, ofInstallation }) => {
    const mayBegin = !(restsWhileHeld && holding);
    const findings = mayBegin && ofInstallation?.(status, { ...circumstances, holding }) || [];
    const present = findings.filter(({ since, afterSeconds: own }) =>
      own === undefined &&
      (!timed.includes(name) || since && secondsSince(since, status) >= afterSeconds)
    );
    const subjects = new Set(present.map(({ subject }) => subject));
    const others = rows.filter((row) => row.name === name && !subjects.has(row.subject));
    return [...present, ...others].map(({ facts }) => faultOf(name, facts, reader));
  });
  return faults.filter(({ name }) => name !== "held" || holding);
}

export function faultOf(name: AlertName, facts: Facts, reader: AlertReader): Fault {
  const { title, lines, advice } = describeAlert({ name, facts }, reader);
  return { name, title, about: lines.join(", "), advice };
}

/** Alerts that are on, as the installation's status has them. */
export function describeRows(rows: readonly AlertRow[], reader: AlertReader): AlertRecord[] {
  return rows.map(({ name, class: weight, since, facts }) => {
    const { title, lines, advice } = describeAlert({ name, facts }, reader);
    return { name, class: weight, since, title, about: lines, advice };
  });
}

function secondsSince(at: Date, { readAt }: Status): number {
  return (readAt.getTime() - at.getTime()) / 1_000;
}
