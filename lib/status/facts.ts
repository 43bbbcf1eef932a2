import { isAhead } from "@/lib/status/limits.ts";
import type { ChannelState, Status } from "@/lib/status/status.ts";
import { factWords, owedWords } from "@/lib/status/words.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { sizeText } from "@/lib/words/size.ts";

/** How facts are said. */
export interface Telling {
  language: Language;
  time(at: Date): string;
}

/** A paragraph of facts, a line each. */
export interface Paragraph {
  name: keyof typeof factWords.titles;
  title: string;
  lines: string[];
}

/** All that is known, in the order in which it is asked for. */
export function factsOf(status: Status, telling: Telling): Paragraph[] {
  const { titles } = speak(factWords, telling.language);
  const lines: Record<Paragraph["name"], string[]> = {
    instances: instancesOf(status, telling),
    owed: owedOf(status, telling),
    channels: channelsOf(status, telling),
    jobs: jobsOf(status, telling),
    database: databaseOf(status, telling),
    growth: growthOf(status, telling),
    machine: machineOf(status, telling),
  };
  return (Object.keys(lines) as Paragraph["name"][])
    .map((name) => ({ name, title: titles[name], lines: lines[name] }));
}

/** One line where nothing is wrong: that, and when the last back-up was made. */
export function wellOf(status: Status, telling: Telling): string {
  const { well } = speak(factWords, telling.language);
  return `${well} ${backupOf(status, telling)}`;
}

const joined = (...parts: (string | false)[]) => parts.filter((part) => part !== false).join(", ");

function instancesOf({ instances }: Status, { language, time }: Telling): string[] {
  const words = speak(factWords, language);
  if (instances.length === 0) return [words.noInstance];
  return instances.map(({ id, version, build, startedAt, seenAt, stuck }) =>
    joined(
      `${id.slice(0, 8)}: ${version}`,
      build !== "" && words.build(build.slice(0, 7)),
      words.since(time(startedAt)),
      words.seen(time(seenAt)),
      stuck.length > 0 && words.stuck(stuck.join(", ")),
    )
  );
}

function owedOf({ owed }: Status, { language, time }: Telling): string[] {
  const words = speak(factWords, language);
  const kinds = speak(owedWords, language);
  return owed.map(({ kind, count, oldestDueAt, givenUp }) =>
    `${kinds[kind]}: ${
      joined(
        words.wait(count),
        oldestDueAt !== null && words.oldest(time(oldestDueAt)),
        givenUp > 0 && words.givenUp(givenUp),
      )
    }`
  );
}

function channelsOf(
  { channels, eventsUnread, problems }: Status,
  { language }: Telling,
): string[] {
  const words = speak(factWords, language);
  const counts = new Map<ChannelState, number>();
  for (const { state, count } of channels) counts.set(state, (counts.get(state) ?? 0) + count);
  const states = (["works", "fails", "rests"] as const)
    .flatMap((state) => counts.has(state) ? words.state[state](counts.get(state)!) : []);
  return [
    states.length > 0 ? joined(...states) : words.noChannel,
    words.unread(eventsUnread),
    words.problems(problems),
  ];
}

function jobsOf({ jobs }: Status, { language, time }: Telling): string[] {
  const words = speak(factWords, language);
  const ended = jobs.flatMap(({ endedAt }) => endedAt ?? []);
  const newest = ended.sort((a, b) => b.getTime() - a.getTime())[0];
  return [
    joined(
      words.jobsDone(ended.length, jobs.length),
      newest !== undefined && words.last(time(newest)),
    ),
  ];
}

function databaseOf({ database, schema }: Status, { language }: Telling): string[] {
  const words = speak(factWords, language);
  const { kind, serverVersion, bytes, connections, maxConnections, standbys } = database;
  const size = sizeText(bytes, language);
  if (kind === "pglite") return [words.embedded(serverVersion, size), words.schema(schema)];
  const open = connections.reduce((sum, { count }) => sum + count, 0);
  return [
    words.server(serverVersion, size),
    words.schema(schema),
    words.connections(open, maxConnections),
    ...standbys.map(({ name, lagSeconds, isSynchronous }) =>
      joined(
        words.standby(name, lagSeconds === null ? null : Math.round(lagSeconds)),
        isSynchronous && words.synchronous,
      )
    ),
  ];
}

/** Lines for tables, and for companies. */
const mostLines = 8;

function growthOf({ growth }: Status, { language, time }: Telling): string[] {
  const words = speak(factWords, language);
  if (!growth) return [words.unmeasured];
  return [
    ...growth.tables.slice(0, mostLines).map(({ table, rows, bytes }) =>
      `${table}: ${joined(words.rows(rows), sizeText(bytes, language))}`
    ),
    ...growth.companies.slice(0, mostLines).map(({ company, table, rows }) =>
      `${company}, ${table}: ${words.rows(rows)}`
    ),
    words.measured(time(growth.readAt)),
  ];
}

function machineOf(status: Status, telling: Telling): string[] {
  const { language, time } = telling;
  const words = speak(factWords, language);
  const { disks, certificate } = status;
  return [
    ...disks.map(({ place, freeBytes, bytes }) =>
      `${words.places[place]}: ${
        words.free(sizeText(freeBytes, language), sizeText(bytes, language))
      }`
    ),
    ...certificate ? [`${words.certificate}: ${words.until(time(certificate.endsAt))}`] : [],
    backupOf(status, telling),
  ];
}

function backupOf({ backup, readAt }: Status, { language, time }: Telling): string {
  const words = speak(factWords, language);
  if (backup && isAhead(backup.madeAt, readAt)) return words.backupAhead(time(backup.madeAt));
  return backup
    ? words.backup(time(backup.madeAt), sizeText(backup.bytes, language))
    : words.noBackup;
}
