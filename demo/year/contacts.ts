import { type FormMeta, messageVerbs } from "@/lib/crm/contacts/message.ts";
import { afterMessage } from "@/lib/crm/contacts/messages.ts";
import { normalisePhone, norms } from "@/lib/crm/contacts/normalise.ts";
import { addDays } from "@/lib/values/dates.ts";
import {
  type Book,
  type Contact,
  type Doer,
  filled,
  happen,
  idOf,
  type Planned,
  stamped,
} from "./book.ts";
import { domainOf, type Person } from "./names.ts";
import { type Employee, workerAt } from "./staff.ts";
import type { Channel, Project } from "./trade.ts";

interface Enquiry {
  /** Days ago. */
  arrived: number;
  project: Project;
  assignee: Employee | null;
  english?: boolean;
  business?: string | null;
}

const weekdays = {
  es: ["lunes", "martes", "miércoles", "jueves", "viernes"],
  en: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
};

/** An enquiry: the contact and its first message. */
export function planContact(book: Book, enquiry: Enquiry): Contact {
  const { clock, random, people, trade } = book;
  const { arrived, project, assignee, english = false, business = null } = enquiry;
  const person = people.next(english);
  const channel = english ? "web" : random.weighted(trade.channels);
  const at = clock.ago(arrived);
  const by = channel === "web" ? "public" : assignee ?? workerAt(book.staff, random, arrived);
  const message = firstWords(book, { channel, project, english, place: person.place, arrived });
  const contact: Contact = {
    id: 0,
    first: person.first,
    place: person.place,
    business,
    client: null,
    row: {
      ...stamped(at, by),
      ...reach(person, channel, business),
      channel,
      status: "new",
      name: person.name,
      organization: business,
      subject: channel === "web" || channel === "referral" ? random.draw(project.subjects) : null,
      message,
      next_action_at: null,
      next_action_note: null,
      first_response_at: null,
      last_message_at: at,
      last_direction: "in",
      language: english ? "en" : "es",
      source_url: channel === "web" ? `${trade.details.website}/contacto` : null,
      consent_at: channel === "web" ? at : null,
      marketing_consent: channel === "web" && random.is(0.3),
      spam_score: 0,
      is_spam: false,
      tags: random.is(0.18) ? [random.pick(trade.words.tags)] : [],
      assignee_id: idOf(assignee),
    },
    // Set together with the client (fill.ts).
    refs: () => ({ converted_at: null }),
  };
  book.contacts.push(contact);
  happen(book, { at, verb: "created", by, kind: "contact", record: contact });
  keepMessage(book, contact, { at, direction: "in", body: message, by });
  return contact;
}

/** Contact details, and the channel's own id of the person. */
function reach(person: Person, channel: Channel, business: string | null) {
  const personal = channel === "whatsapp" || channel === "phone";
  const social = channel === "instagram" || channel === "facebook";
  const office = business && person.email.replace(/@.*/, `@${domainOf(business)}`);
  const email = social || personal ? null : office || person.email;
  const phone = social ? null : person.phone;
  const key = social ? person.handle : personal ? normalisePhone(phone) : email;
  return {
    email,
    phone,
    ...norms({ email, phone }),
    channel_contact_id: channel === "referral" || channel === "other" ? null : key,
  };
}

interface Inquiry {
  channel: Channel;
  project: Project;
  english: boolean;
  place: string;
  arrived: number;
}

function firstWords(book: Book, { channel, project, english, place, arrived }: Inquiry): string {
  const { random, clock, trade: { words } } = book;
  const month = monthName(addDays(clock.dayAgo(arrived), random.int(35, 110)), english);
  const values = {
    place,
    thing: project.thing,
    month,
    n: random.int(4, 12),
    m: random.int(3, 7),
    m2: random.int(9, 34) * 5,
    cm: random.int(18, 42) * 10,
  };
  if (english && project.inEnglish) {
    return `Hello,\n\n${filled(random.draw(project.inEnglish), values)}\n\nKind regards`;
  }
  if (channel === "phone" || channel === "referral" || channel === "other") {
    return filled(random.draw(words.noted), values);
  }
  const parts = [random.draw(words.openings), filled(random.draw(project.messages), values)];
  const written = channel === "web" ? [...parts, random.draw(words.closings)] : parts;
  return written.filter(Boolean).join(channel === "web" ? "\n\n" : " ");
}

function monthName(day: string, english: boolean): string {
  return new Intl.DateTimeFormat(english ? "en-GB" : "es-ES", { month: "long", timeZone: "UTC" })
    .format(new Date(`${day}T00:00:00Z`));
}

/** Adds an employee's answer. */
export function answer(
  book: Book,
  contact: Contact,
  daysAgo: number,
  by: Employee,
  thing: string,
): void {
  const { words } = book.trade;
  const isFirst = !contact.row.first_response_at;
  const bodies = contact.row.language === "en"
    ? isFirst ? words.answersInEnglish : words.laterAnswersInEnglish
    : isFirst
    ? words.answers
    : words.laterAnswers;
  say(book, contact, { daysAgo, direction: "out", by, thing, bodies });
}

/** Adds an employee's refusal. */
export function decline(book: Book, contact: Contact, daysAgo: number, by: Employee): void {
  const bodies = book.trade.words.declines;
  say(book, contact, { daysAgo, direction: "out", by, thing: "", bodies });
}

/** Adds another message from the person. */
export function writeAgain(book: Book, contact: Contact, daysAgo: number): void {
  const { words } = book.trade;
  const bodies = contact.row.language === "en" ? words.furtherInEnglish : words.furtherQuestions;
  const by = contact.row.channel === "web" ? "public" : workerAt(book.staff, book.random, daysAgo);
  say(book, contact, { daysAgo, direction: "in", by, thing: "", bodies });
}

interface MessagePlan {
  daysAgo: number;
  direction: "in" | "out";
  by: Doer;
  thing: string;
  bodies: readonly string[];
}

function say(
  book: Book,
  contact: Contact,
  { daysAgo, direction, by, thing, bodies }: MessagePlan,
): void {
  const { random, clock } = book;
  const at = clock.ago(daysAgo);
  const days = weekdays[contact.row.language ?? "es"];
  const weekday = random.pick(days);
  const body = filled(random.draw(bodies), { name: contact.first, thing, weekday });
  keepMessage(book, contact, { at, direction, body, by });
  const { row } = contact;
  const before = row.status!;
  const thread = {
    status: before,
    last_message_at: row.last_message_at!,
    last_direction: row.last_direction ?? null,
    first_response_at: row.first_response_at ?? null,
  };
  Object.assign(row, afterMessage(thread, direction, at));
  const after = row.status!;
  happen(book, {
    at,
    verb: messageVerbs[direction],
    by,
    kind: "contact",
    record: contact,
    client: contact.client,
    changes: before === after ? undefined : () => ({ status: [before, after] }),
  });
}

interface StoredMessage {
  at: Date;
  direction: "in" | "out";
  body: string;
  by: Doer;
}

function keepMessage(book: Book, contact: Contact, { at, direction, body, by }: StoredMessage) {
  const { channel } = contact.row;
  const message: Planned<"contact_messages"> = {
    id: 0,
    row: {
      ...stamped(at, by),
      direction,
      channel,
      body,
      author_id: direction === "in" ? null : idOf(by),
      sent_at: at,
      meta: by === "public" ? formMeta(contact) : null,
    },
    refs: () => ({ contact_id: contact.id }),
  };
  book.messages.push(message);
}

/** The sender details that the public form stores. */
function formMeta({ row }: Contact): FormMeta {
  const { name = null, email = null, phone = null, organization = null, subject = null } = row;
  return {
    fields: {},
    sender: { name, email, phone, organization, subject },
    consent: true,
    source_url: row.source_url ?? null,
    trap: row.is_spam ? "honeypot" : null,
    honeypot: row.is_spam ? "https://spam.example" : null,
  };
}

/** Marks it as read or archived. */
export function setStatus(
  book: Book,
  contact: Contact,
  daysAgo: number,
  by: Employee,
  to: "read" | "archived",
): void {
  const from = contact.row.status!;
  if (from === to) return;
  contact.row.status = to;
  happen(book, {
    at: book.clock.ago(daysAgo),
    verb: "changed",
    by,
    kind: "contact",
    record: contact,
    client: contact.client,
    changes: () => ({ status: [from, to] }),
  });
}
