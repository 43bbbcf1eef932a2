import type { AlertName, Facts } from "@/lib/alerts/alert.ts";
import type { AlertRow, Message } from "@/lib/alerts/state.ts";
import { alertWords, classWords, factWords, messageWords, valueWords } from "@/lib/alerts/words.ts";
import { withOwnCommands } from "@/lib/tools/own_commands.ts";
import { formatMinute } from "@/lib/values/dates.ts";
import { sayReason } from "@/lib/words/hold.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { sizeText } from "@/lib/words/size.ts";

export interface AlertReader {
  language: Language;
  timeZone: string;
}

interface Subject {
  name: AlertName;
  facts: Facts;
}

/** Title, facts (a line each) and advice of an alert. */
export function describeAlert({ name, facts }: Subject, reader: AlertReader) {
  const { title, when, advice } = speak(alertWords[name], reader.language);
  const lines = (Object.keys(factWords) as (keyof typeof factWords)[]).flatMap((fact) => {
    const value = facts[fact];
    if (value === undefined) return [];
    return [`${factWords[fact][reader.language]}: ${valueIn(reader, fact, value)}`];
  });
  return { title, when, lines, advice: withOwnCommands(advice) };
}

function valueIn({ language, timeZone }: AlertReader, fact: string, value: string | number) {
  if (fact === "at") return formatMinute(new Date(value), { language, timeZone });
  if (fact === "bytes" || fact === "size") return sizeText(Number(value), language);
  if (fact === "percent") return `${value} %`;
  if (fact === "reason") return sayReason(String(value), language);
  return oneLine(valueWords[value]?.[language] ?? String(value));
}

/** Names are of companies' own choosing. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}

/** An alert in few words: what, and whose. */
function headline({ name, facts }: Subject, reader: AlertReader): string {
  const { company, channel, host, part, place, job, standby, table } = facts;
  const about = [channel, company, host, part, place, job, standby, table].filter((one) =>
    one !== undefined
  ).slice(0, 2).map((one) => valueIn(reader, "", one!)).join(", ");
  const title = alertWords[name].title[reader.language];
  return about ? `${title} (${about})` : title;
}

function titleOf({ row, turn }: Message, host: string, reader: AlertReader): string {
  const about = headline(row, reader);
  return turn === "begins" ? `${host}: ${about}` : messageWords[turn](host, about)[reader.language];
}

interface Site {
  publicUrl: string;
  reader: AlertReader;
}

/** The mail of one message, or of several as one. */
export function composeMail(messages: readonly Message[], { publicUrl, reader }: Site) {
  const { host } = new URL(publicUrl);
  const words = speak(messageWords, reader.language);
  const [{ row, turn }] = messages as [Message];
  const subject = messages.length > 1
    ? words.several(host, messages.length)
    : titleOf({ row, turn }, host, reader);
  const parts = messages.map((message) => paragraphOf(message, reader));
  const isOver = messages.every(({ turn }) => turn === "ends");
  const text = [
    ...parts,
    words.installation(publicUrl),
    isOver ? words.over : words.daily,
  ].join("\n\n");
  return { subject, text: `${text}\n` };
}

function paragraphOf({ row, turn }: Message, reader: AlertReader): string {
  const words = speak(messageWords, reader.language);
  const { title, when, lines, advice } = describeAlert(row, reader);
  const since = words.since(formatMinute(row.since, reader));
  if (turn === "ends") {
    const over = words.until(formatMinute(row.cleared_at ?? row.ended_at!, reader));
    return [`${title}.`, ...lines, since, over].join("\n");
  }
  const weight = classWords[row.class][reader.language];
  return [`${title}: ${weight}. ${when}`, ...lines, since, words.advice(advice)].join("\n");
}

/** The notice of the same; companies other than the one that it is sent in are not named. */
export function composeNotice(
  messages: readonly Message[],
  { publicUrl, reader }: Site,
  companyId: number,
) {
  const { host } = new URL(publicUrl);
  const words = speak(messageWords, reader.language);
  const own = messages.map(({ row, turn }) => ({ row: confined(row, companyId), turn }));
  const [{ row, turn }] = own as [Message];
  if (own.length > 1) {
    const listed = own.slice(0, 8).map(({ row }) => headline(row, reader));
    const more = own.length - listed.length;
    return {
      title: words.several(host, own.length),
      body: [...listed, ...more > 0 ? [words.more(more)] : []].join("\n"),
    };
  }
  const { lines, advice } = describeAlert(row, reader);
  const isElsewhere = row.facts !== messages[0]!.row.facts;
  return {
    title: titleOf({ row, turn }, host, reader),
    body: [
      ...isElsewhere ? [words.otherCompany] : lines,
      turn === "ends" ? words.over : words.advice(advice),
    ].join("\n"),
  };
}

/** Members of a company may read what was sent in it. */
function confined(row: AlertRow, companyId: number): AlertRow {
  const { companyId: about } = row.facts;
  return about === undefined || about === companyId ? row : { ...row, facts: {} };
}
