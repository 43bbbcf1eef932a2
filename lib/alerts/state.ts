/** How an alert begins, lasts and ends: rows before and findings in, rows after out. */
import type { Alert, AlertClass, AlertName, Facts, Finding } from "@/lib/alerts/alert.ts";

export interface AlertRow {
  name: AlertName;
  subject: string;
  class: AlertClass;
  facts: Facts;
  /** Since when its condition holds. */
  since: Date;
  /** When the condition had held long enough. */
  began_at: Date | null;
  /** When it was first seen not to hold any more. */
  cleared_at: Date | null;
  ended_at: Date | null;
  /** The last mail, and the last notice, about it. */
  mailed_at: Date | null;
  noticed_at: Date | null;
}

/** The ways by which an operator is told, each with its column. */
const ways = ["mailed_at", "noticed_at"] as const;
export type Way = typeof ways[number];

/** A condition that comes and goes within this time is one alert. */
const quietSeconds = 60;
/** Findings of one alert that are followed; the oldest come first. */
const mostFindings = 100;

interface Judging {
  now: Date;
  /** In place of each alert's own. */
  afterSeconds?: number;
}

export interface Changes {
  put: AlertRow[];
  removed: AlertRow[];
}

/** Compares one alert's rows with what was found. */
export function judge(
  alert: Alert,
  rows: readonly AlertRow[],
  findings: readonly Finding[],
  { now, afterSeconds }: Judging,
): Changes {
  const changes: Changes = { put: [], removed: [] };
  const existing = new Map(rows.map((row) => [row.subject, row]));
  const isDue = ({ subject, since = existing.get(subject)?.since ?? now, ...own }: Finding) =>
    now.getTime() - since.getTime() >=
      1_000 * (afterSeconds ?? own.afterSeconds ?? alert.afterSeconds);
  // One that says itself since when needs no row before its time.
  const present = new Map(
    bounded(findings.filter((one) => !one.since || isDue(one)), now)
      .map((one) => [one.subject, one]),
  );
  for (const row of rows) {
    if (present.has(row.subject)) continue;
    if (!row.began_at) changes.removed.push(row);
    else if (!row.ended_at) changes.put.push(cleared(row, now, afterSeconds));
  }
  for (const finding of present.values()) {
    const row = existing.get(finding.subject);
    const next = begun(row ?? freshRow(alert, finding, now), finding, isDue(finding) ? now : null);
    if (!row || !isSame(row, next)) changes.put.push(next);
  }
  return changes;
}

function isSame(a: AlertRow, b: AlertRow): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function bounded(findings: readonly Finding[], now: Date): readonly Finding[] {
  if (findings.length <= mostFindings) return findings;
  const at = ({ since = now }: Finding) => since.getTime();
  const sorted = findings.toSorted((a, b) => at(a) - at(b) || (a.subject < b.subject ? -1 : 1));
  const more = findings.length - mostFindings;
  return [...sorted.slice(0, mostFindings), { subject: "more", facts: { count: more } }];
}

function freshRow(alert: Alert, finding: Finding, now: Date): AlertRow {
  return {
    name: alert.name,
    subject: finding.subject,
    class: finding.class ?? alert.class,
    facts: finding.facts,
    since: now,
    began_at: null,
    cleared_at: null,
    ended_at: null,
    mailed_at: null,
    noticed_at: null,
  };
}

function begun(row: AlertRow, { facts, since = row.since }: Finding, dueAt: Date | null): AlertRow {
  const { ended_at } = row;
  // Back before its end was told, it goes on; else it begins once more.
  const isAnew = ended_at && ways.some((way) => (row[way]?.getTime() ?? 0) >= ended_at.getTime());
  const began_at = isAnew ? dueAt : row.began_at ?? dueAt;
  const sinceWhen = row.began_at && !isAnew ? row.since : since;
  return { ...row, facts, since: sinceWhen, began_at, cleared_at: null, ended_at: null };
}

function cleared(row: AlertRow, now: Date, afterSeconds = quietSeconds): AlertRow {
  const cleared_at = row.cleared_at ?? now;
  const quietMs = Math.min(afterSeconds, quietSeconds) * 1_000;
  const isOver = now.getTime() - cleared_at.getTime() >= quietMs;
  return { ...row, cleared_at, ended_at: isOver ? now : null };
}

export function isOn({ began_at, ended_at }: AlertRow): boolean {
  return began_at !== null && ended_at === null;
}

export type Turn = "begins" | "lasts" | "ends";

export interface Message {
  row: AlertRow;
  turn: Turn;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const mostAnHour = 10;
const order: AlertClass[] = ["down", "act", "know"];

function turnOf(row: AlertRow, way: Way, now: Date): Turn | null {
  const { began_at, ended_at } = row;
  const at = row[way];
  if (!began_at) return null;
  if (ended_at) return at && at >= ended_at ? null : "ends";
  if (!at || at < began_at) return "begins";
  return now.getTime() - at.getTime() >= dayMs ? "lasts" : null;
}

/** All that is to be told now is so, by each of the ways. */
export function isSettled(row: AlertRow, ways: readonly Way[], now: Date): boolean {
  return row.ended_at !== null && ways.every((way) => turnOf(row, way, now) === null);
}

/**
 * Messages that are due: each alone while there is room for it in the hour, the rest as one. The
 * last place of an hour is for what is down.
 */
export function planMessages(
  rows: readonly AlertRow[],
  { way, sentAt, now }: { way: Way; sentAt: readonly Date[]; now: Date },
): Message[][] {
  const due = rows.flatMap((row) => {
    const turn = turnOf(row, way, now);
    return turn ? [{ row, turn }] : [];
  }).sort((a, b) =>
    order.indexOf(a.row.class) - order.indexOf(b.row.class) ||
    a.row.since.getTime() - b.row.since.getTime()
  );
  const isDown = due.some(({ row }) => row.class === "down");
  const room = (isDown ? mostAnHour : mostAnHour - 1) - withinHour(sentAt, now).length;
  if (room <= 0 || due.length === 0) return [];
  if (due.length <= room) return due.map((one) => [one]);
  return [...due.slice(0, room - 1).map((one) => [one]), due.slice(room - 1)];
}

export function withinHour(sentAt: readonly Date[], now: Date): Date[] {
  return sentAt.filter((at) => now.getTime() - at.getTime() < hourMs);
}
