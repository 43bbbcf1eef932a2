/** What pages make of mails: subjects, answers, invitations, and the form of a mailbox. Pure. */
import assert from "node:assert/strict";
import { pageOf } from "@/components/page.ts";
import { mailReply } from "@/lib/crm/contacts/conversation/mail_reply.ts";
import type { ThreadEntry } from "@/lib/crm/contacts/threads.ts";
import {
  emptyMailbox,
  monthsBefore,
  settingsOf,
  withDiscovery,
  withSecurity,
} from "@/lib/panel/channels/mailbox/mailbox_draft.ts";
import { copiesIn, mailErrors, mailValues } from "@/lib/panel/composer/mail_values.ts";
import {
  invitationHref,
  type InvitedEvent,
} from "@/lib/panel/contacts/thread/mail/invitation_href.ts";
import { newSubjects } from "@/lib/panel/contacts/thread/mail/new_subjects.ts";
import { readOffered } from "@/lib/panel/events/offered_event.ts";

Deno.test("a mail's subject is shown where it changes, apart from Re: and the like", () => {
  const subjects = ["Puerta", "Re: puerta", "RV: Re: Puerta", "", "Factura", "Puerta"];
  const entries = subjects.map((subject, id) => ({ id, mail: { subject } }) as ThreadEntry);
  entries.splice(2, 0, { id: 9, mail: null } as ThreadEntry);
  assert.deepEqual([...newSubjects(entries)], [[0, "Puerta"], [4, "Factura"], [5, "Puerta"]]);
});

const facts = {
  ...{ recipients: 3, replyTo: { name: null, address: "Cobros@estafa.example" } },
  ...{ isVerified: false, remotePictures: 0, invitation: null },
  to: [
    { name: null, address: "Hola@taller.example" },
    { name: null, address: "b@x.example" },
    { name: "Pedidos", address: "Pedidos@taller.example" },
  ],
  cc: [{ name: null, address: "ANA@x.example" }, { name: null, address: "c@x.example" }],
};
const sender = { id: "otra@x.example", name: null, email: "otra@x.example", phone: null };
const reading = {
  ...{
    own: ["hola@taller.example", "pedidos@taller.example"],
    to: "ana@x.example",
    signature: null,
    hasChoice: true,
  },
  refused: [],
};

Deno.test("an answer goes to the known address; others are offered, and all but us are copied", () => {
  const last = { direction: "in" as const, subject: "Rv: Puerta", sender, mail: facts };
  assert.deepEqual(mailReply({ ...reading, last }), {
    to: "ana@x.example",
    choices: ["otra@x.example", "cobros@estafa.example"],
    subject: "Re: Puerta",
    others: ["otra@x.example", "b@x.example", "c@x.example"],
    signature: null,
    refused: [],
  });
  assert.deepEqual(mailReply({ ...reading, last, hasChoice: false }).choices, []);
  const ours = mailReply({ ...reading, last: { ...last, direction: "out" } });
  assert.deepEqual([ours.choices, ours.others], [[], ["c@x.example"]]);
  const first = mailReply({ ...reading, last: null });
  assert.deepEqual([first.subject, first.others], [null, []]);
});

Deno.test("an answer goes to the Reply-To that a member chose, and From stays offered", () => {
  const last = { direction: "in" as const, subject: "Puerta", sender, mail: facts };
  const reply = mailReply({ ...reading, last, chosen: "cobros@estafa.example" });
  assert.equal(reply.to, "cobros@estafa.example");
  assert.deepEqual(reply.choices, ["otra@x.example", "ana@x.example"]);
  assert.deepEqual(reply.others, ["b@x.example", "ana@x.example", "c@x.example"]);
  const ours = mailReply({
    ...reading,
    last: { ...last, direction: "out" },
    chosen: "b@x.example",
  });
  assert.deepEqual([ours.to, ours.choices], ["b@x.example", ["ana@x.example"]]);
});

Deno.test("an answer to all leaves out what delivers into the mailbox", () => {
  const mail = { ...facts, deliveredTo: ["b@x.example"] };
  const last = { direction: "in" as const, subject: "Puerta", sender, mail };
  assert.deepEqual(mailReply({ ...reading, last }).others, ["otra@x.example", "c@x.example"]);
});

Deno.test("only what was changed of a mail is sent with it", () => {
  const reply = mailReply({
    ...reading,
    last: { direction: "in", subject: "Puerta", sender, mail: facts },
  });
  assert.deepEqual(mailValues({}, reply, []), {});
  assert.deepEqual(mailValues({ subject: " Re: Puerta ", to: reply.to, cc: " , " }, reply, []), {});
  assert.deepEqual(
    mailValues(
      { subject: "Otra", to: "otra@x.example", cc: "a@x.example; b@x.example" },
      reply,
      [],
    ),
    { subject: "Otra", to: "otra@x.example", cc: ["a@x.example", "b@x.example"] },
  );
  const note = (address: string) => ({ id: 1, address, at: "2026-11-24", reason: null });
  const wrong = mailReply({ ...reading, refused: [note("ana@x.example")], last: null });
  assert.deepEqual(mailValues({}, wrong, []), { despite_refusal: true });
  assert.deepEqual(mailValues({ to: "otra@x.example" }, wrong, []), { to: "otra@x.example" });
  assert.equal(
    mailValues({ cc: "C@x.example" }, reply, [note("c@x.example")]).despite_refusal,
    true,
  );
  assert.deepEqual(copiesIn("a@x.example,b@x.example\nc@x.example"), [
    "a@x.example",
    "b@x.example",
    "c@x.example",
  ]);
  assert.deepEqual(mailErrors({ "cc.1": "no", body: "no", tobacco: "no" }), { cc: "no" });
});

const page = pageOf({
  ...{ companyId: 1, language: "es", companyLanguage: "es" },
  ...{ timeZone: "Europe/Madrid", now: new Date() },
});
const place = { contactId: 7, messageId: 3, at: 1 };
const invited = { invitation: { message_id: 3, event: 1 } };
const invitation: InvitedEvent = {
  ...{ method: "request", title: "Visita", place: null, all_day: false, cancelled: false },
  ...{ repeats: null, calendar: null },
  ...{ starts_at: "2026-12-01T23:30:00Z", ends_at: null },
};
const offeredBy = (changes: Partial<typeof invitation>) => {
  const url = new URL(invitationHref({ ...invitation, ...changes }, place, page), "http://x");
  assert.equal(url.hash, "#new");
  return { ...readOffered(url.searchParams), day: url.searchParams.get("day") };
};

Deno.test("an invitation's values come to the form of a new event", () => {
  const timed = offeredBy({});
  assert.equal(timed.day, "2026-12-02", "the day that it is in the company's place");
  assert.deepEqual(timed.values, {
    ...{ title: "Visita", contact_id: 7, all_day: false, ...invited },
    ...{ starts_at: "2026-12-01T23:30:00.000Z", ends_at: "2026-12-02T00:30:00.000Z" },
  });
  assert.deepEqual([...timed.rest.keys()].sort(), ["company_id", "day"]);
  const days = { all_day: true, starts_at: "2026-12-05", ends_at: "2026-12-07" };
  const whole = offeredBy(days).values;
  assert.deepEqual([whole.starts_at, whole.ends_at, whole.all_day], [
    "2026-12-04T23:00:00.000Z",
    "2026-12-06T23:00:00.000Z",
    true,
  ]);
  assert.equal(offeredBy({ ...days, ends_at: null }).values.ends_at, "2026-12-05T23:00:00.000Z");
  assert.deepEqual(offeredBy({ starts_at: null }).values, {
    ...{ title: "Visita", contact_id: 7, ...invited },
  });
});

Deno.test("senseless values in a link are ignored", () => {
  const params = new URLSearchParams({
    ...{ title: " ", starts_at: "mañana", ends_at: "2026-12-01T10:00:00Z" },
    ...{ all_day: "sí", contact_id: "-1", view: "week", message_id: "x", event: "0" },
  });
  const { values, rest } = readOffered(params);
  assert.deepEqual([values, rest.toString()], [{}, "view=week"]);
  const long = readOffered(new URLSearchParams({ title: "x".repeat(300) })).values.title;
  assert.equal((long as string).length, 200);
});

Deno.test("a mailbox's form takes what was found, and ports follow the encryption", () => {
  const discovery = {
    ...{ source: "known" as const, provider: "X", advice: null, sign_in: null },
    ...{ sent_copy: false, authserv_id: "mx.x.example" },
    imap: { host: "imap.x.example", port: 993, security: "tls" as const, user: "a@x.example" },
    smtp: { host: "smtp.x.example", port: 465, security: "tls" as const, user: "a@x.example" },
  };
  const draft = withDiscovery({ ...emptyMailbox, address: "a@x.example" }, discovery);
  assert.deepEqual([draft.name, draft.sentCopy], ["a@x.example", false]);
  assert.equal(withSecurity("smtp", draft.smtp, "starttls").port, "587");
  assert.equal(withSecurity("imap", { ...draft.imap, port: "1993" }, "starttls").port, "1993");
  const settings = settingsOf({ ...draft, months: 12 }, {
    today: "2026-11-25",
    hasServers: true,
  });
  assert.deepEqual([settings.import_since, settings.authserv_id, settings.signature], [
    "2025-11-25",
    "mx.x.example",
    null,
  ]);
  const later = settingsOf(draft, { today: null, hasServers: false });
  assert.ok(!("import_since" in later), "a known mailbox keeps its own");
  assert.deepEqual([later.imap, later.smtp], [{ folder: "INBOX" }, undefined]);
});

Deno.test("a month back is the same day of the month, or its last day", () => {
  assert.equal(monthsBefore("2026-03-31", 1), "2026-02-28");
  assert.equal(monthsBefore("2026-01-15", 3), "2025-10-15");
  assert.equal(monthsBefore("2028-02-29", 12), "2027-02-28");
});
