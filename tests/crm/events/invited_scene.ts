/** Mails that invite to events, as they are kept once they are read. */
import { readMail } from "@/lib/channels/email/read/read_mail.ts";
import { own, partsOf } from "../../channels/email/mails.ts";
import type { World } from "../../support/world.ts";
import { type Api, expectData, inDatabase } from "../scene.ts";

export const organizer = "ORGANIZER;CN=Ana García:mailto:ana@cliente.example";
export const uid = "UID:7kukuqrfedlm2f9t0s2v1@google.com";

const hourMs = 3_600_000;
/** The hour that the run began in, also where it ends in the next one. */
const start = Math.floor(Date.now() / hourMs) * hourMs;

/** `20261201T090000Z` so many hours from then. */
export function hence(hours: number): string {
  return instant(hours).replace(/[-:]|\.\d+/g, "");
}

/** The same as the API says it. */
export function instant(hours: number): string {
  return new Date(start + hours * hourMs).toISOString();
}

export interface Invitation {
  method?: string;
  /** Lines of each event. */
  events: string[][];
}

export const stamp = (sequence: number | null, minute = 0) => [
  ...(sequence === null ? [] : [`SEQUENCE:${sequence}`]),
  `DTSTAMP:20261101T0900${String(minute).padStart(2, "0")}Z`,
];

export const times = (hours: number, lasts = 1) => [
  `DTSTART:${hence(hours)}`,
  `DTEND:${hence(hours + lasts)}`,
];

export const visit = (hours: number, ...lines: string[]) => [
  ...["SUMMARY:Visita de obra", organizer, uid, ...times(hours), ...lines],
];

function factsOf({ method = "REQUEST", events }: Invitation) {
  const lines = events.flatMap((event) => ["BEGIN:VEVENT", ...event, "END:VEVENT"]);
  const calendar = ["BEGIN:VCALENDAR", `METHOD:${method}`, ...lines, "END:VCALENDAR"];
  const raw = partsOf("mixed", [`Content-Type: text/calendar\n\n${calendar.join("\n")}`]);
  const reader = { ownAddress: own, authservId: null, timeZone: "Europe/Madrid" };
  const { to, cc, recipients, replyTo, invitation } = readMail(raw, reader);
  return { ...{ to, cc, recipients, replyTo, invitation }, isVerified: true, remotePictures: 0 };
}

/** A mail of the contact; without a calendar it invites to nothing. @returns its id */
export function receive(
  world: World,
  { contactId, companyId = 1 }: { contactId: number; companyId?: number },
  invitation: Invitation | null,
): Promise<number> {
  const facts = factsOf(invitation ?? { events: [] });
  return inDatabase(world, companyId, async (trx) => {
    const { id } = await trx.insertInto("contact_messages").values({
      ...{ company_id: companyId, contact_id: contactId, direction: "in", channel: "other" },
      ...{ body: "Te invito", mail: JSON.stringify(facts) },
    }).returning("id").executeTakeFirstOrThrow();
    return id;
  });
}

export async function addContact(api: Api, name = "Ana García"): Promise<number> {
  return (await expectData(api("POST", "/contacts", { name }), 201)).id;
}
