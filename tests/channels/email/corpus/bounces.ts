import { type Format, mailIn, ourId } from "../bounces/format.ts";
import { oddFormats } from "../bounces/odd_notes.ts";
import { officeFormats } from "../bounces/office_servers.ts";
import { providerFormats } from "../bounces/providers.ts";
import { reportFormats } from "../bounces/reports.ts";
import { serverFormats } from "../bounces/servers.ts";
import type { CorpusMail } from "./row.ts";

const formats = [
  ...serverFormats,
  ...officeFormats,
  ...providerFormats,
  ...oddFormats,
  ...reportFormats,
];

/** Reports of all kinds of servers on the mail of ours that has that Message-ID. */
export function bouncesOf(messageId: string): CorpusMail[] {
  return formats.filter(isPlain).map((format, at) => toMail(format, at, messageId));
}

/** Whether the id of our mail can be replaced in it. */
function isPlain(format: Format): boolean {
  return new TextDecoder().decode(mailIn(format)).includes(ourId.slice(1, -1));
}

function toMail(format: Format, at: number, messageId: string): CorpusMail {
  const text = new TextDecoder().decode(mailIn(format)).replaceAll(ourId, messageId)
    .replaceAll(ourId.slice(1, -1), messageId.slice(1, -1))
    .replace("<a1@", `<bounce${at}@`);
  return {
    name: `bounce: ${format.name}`,
    raw: new TextEncoder().encode(text),
    as: format.says.some(([, action]) => action === "failed") ? "bounce" : "report",
    subject: format.subject.trim(),
  };
}
