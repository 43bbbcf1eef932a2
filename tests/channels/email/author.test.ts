/** Who wrote a mail: From, whom Reply-To names, or the company itself. */
import assert from "node:assert/strict";
import { readMail } from "@/lib/channels/email/read/read_mail.ts";
import {
  authorOf,
  isForm,
  isSilent,
  nameBeforeVia,
  type SenderChoice,
} from "@/lib/channels/in/author/author.ts";
import { withAuthor } from "@/lib/channels/in/author/decide_authors.ts";
import { toMailInbound } from "@/lib/channels/in/mail_in.ts";
import { authservId, mailOf, own, undelivered } from "./mails.ts";

const ownAddresses = [own, "ventas@taller.example"];
const isOwn = (address: string) => ownAddresses.includes(address);
const ana = "Reply-To: Ana García <ana@cliente.example>";

interface Case {
  from: string;
  head?: string[];
  choice?: Partial<SenderChoice>;
  /** `name <address>`, `own`, or `from` where From wrote it. */
  author: string;
}

const named = "Ana García <ana@cliente.example>";
const cases: Record<string, Case> = {
  "a person": { from: named, author: "from" },
  "a person who wants answers elsewhere": {
    ...{ from: "Jefa <jefa@cliente.example>", head: [ana], author: "from" },
  },
  "a form at the mailbox's own address": { from: `Web <${own}>`, head: [ana], author: named },
  "a form at another mailbox's address": {
    ...{ from: "Web <ventas@taller.example>", head: [ana], author: named },
  },
  "a form whose Reply-To names us first": {
    ...{ from: own, head: [`Reply-To: ${own}, ${named}`], author: named },
  },
  "the mailbox itself": { from: own, author: "own" },
  "the mailbox with answers to another of ours": {
    ...{ from: own, head: ["Reply-To: ventas@taller.example"], author: "own" },
  },
  "Gmail that put its account's address into From": {
    ...{ from: own, head: [`X-Google-Original-From: ${named}`], author: named },
  },
  "WordPress": { from: "Mi web <wordpress@taller.example>", head: [ana], author: named },
  "WordPress without Reply-To": { from: "wordpress@taller.example", author: "from" },
  "WordPress with answers to us": {
    ...{ from: "wordpress@taller.example", head: [`Reply-To: ${own}`], author: "from" },
  },
  "a form whose Reply-To has no name": {
    from: "Mi web <wordpress@taller.example>",
    head: ["Reply-To: ana@cliente.example"],
    author: "ana@cliente.example",
  },
  "a form service": { from: "Web <submissions@formspree.io>", head: [ana], author: named },
  "a shop below its platform's domain": {
    ...{ from: "Tienda <store+5@t.shopifyemail.com>", head: [ana], author: named },
  },
  "a no-reply address": { from: "Web <no-reply@web.example>", head: [ana], author: named },
  "a no-reply address with answers to another one": {
    from: "no-reply@web.example",
    head: ["Reply-To: noreply@otra.example"],
    author: "from",
  },
  "forms@ that nobody chose for": { from: "forms@web.example", head: [ana], author: "from" },
  "forms@ that a member chose Reply-To for": {
    from: "forms@web.example",
    head: [ana],
    choice: { answersTo: "reply_to" },
    author: named,
  },
  "WordPress that a member chose From for": {
    from: "wordpress@taller.example",
    head: [ana],
    choice: { answersTo: "from" },
    author: "from",
  },
  "our own address that a member chose From for": {
    from: own,
    head: [ana],
    choice: { answersTo: "from" },
    author: "own",
  },
  "a list that rewrote From": {
    from: '"Ana García via Grupo" <grupo@lista.example>',
    head: ["List-Id: <grupo.lista.example>", ana],
    author: named,
  },
  "a list that keeps From in a field of its own": {
    from: "'Ana García' via Grupo <grupo@lista.example>",
    head: ["Reply-To: grupo@lista.example", "X-Original-From: ana@cliente.example"],
    author: named,
  },
  "a group of ours in front of the mailbox": {
    from: "'Ana García' via Ventas <ventas@taller.example>",
    head: ["List-Id: <ventas.taller.example>", "X-Original-From: ana@cliente.example"],
    author: named,
  },
  "a list where answers go to the list, with its writer in Cc": {
    from: '"Ana García via Grupo" <grupo@lista.example>',
    head: [
      "List-Post: <mailto:grupo@lista.example>",
      "Reply-To: grupo@lista.example",
      `Cc: ${named}`,
    ],
    author: named,
  },
  "a list that gives no name": {
    from: "grupo@lista.example",
    head: ["List-Post: <mailto:grupo@lista.example>", ana],
    author: named,
  },
  "a list that left From alone": {
    from: named,
    head: ["List-Post: <mailto:grupo@lista.example>", "Reply-To: grupo@lista.example"],
    author: "from",
  },
  "a field of lists in a person's mail": {
    from: named,
    head: ["X-Original-From: Otra <otra@x.example>"],
    author: "from",
  },
};
for (const [name, { from, head, choice, author }] of Object.entries(cases)) {
  Deno.test(`who wrote a mail of ${name} is ${author}`, () => {
    const { origin, to, cc } = readMail(mailOf({ from, head }), { ownAddress: own, authservId });
    const decided = authorOf(origin, {
      isOwn,
      choice: choice && { answersTo: null, isPerson: false, ...choice },
      recipients: [...to, ...cc],
    });
    const { kind } = decided;
    const person = decided.kind === "named" ? decided.person : undefined;
    assert.equal(
      person ? (person.name ? `${person.name} <${person.address}>` : person.address) : kind,
      author,
    );
  });
}

Deno.test("addresses that ask not to be answered are told from those of people", () => {
  const silent = [
    ...["noreply", "no-reply", "no_reply", "no.reply", "donotreply", "do-not-reply", "noreply+x7"],
    ...["forms-receipts-noreply", "no-reply-forms", "no-responder", "noresponder", "no_responda"],
    ...["nao-responda", "naoresponda", "ne-pas-repondre", "NoReply", "shop.no-reply"],
  ];
  for (const local of silent) assert.ok(isSilent(`${local}@a.example`), local);
  for (const local of ["ana", "reply", "casinoreply", "norberto", "responder", "noelia.reply"]) {
    assert.equal(isSilent(`${local}@a.example`), false, local);
  }
});

Deno.test("forms and shops are known by their name or domain, and no other domain", () => {
  for (const one of ["wordpress@a.example", "www-data@b.example", "x@mail.jotform.com"]) {
    assert.ok(isForm(one), one);
  }
  for (const one of ["forms@a.example", "ana@notjotform.com", "ana@jotform.com.example"]) {
    assert.equal(isForm(one), false, one);
  }
});

Deno.test("the writer's name stands before the list's", () => {
  const of = (name: string) => nameBeforeVia(name);
  assert.equal(of("Ana García via Grupo"), "Ana García");
  assert.equal(of("'Ana García' via Grupo"), "Ana García");
  assert.equal(of("Ana (via Madrid) via Grupo"), "Ana (via Madrid)");
  assert.equal(of("Ana"), null);
  assert.equal(nameBeforeVia(null), null);
});

const decide = async (
  raw: Uint8Array,
  { direction = "in" as "in" | "out", choices = {} as Record<string, SenderChoice> } = {},
) => {
  const reader = { ownAddress: own, authservId };
  const message = await toMailInbound(raw, { externalId: "1", direction, reader });
  return withAuthor(message, { isOwn, choices: new Map(Object.entries(choices)) });
};

Deno.test("a Reply-To address is unverified, and the form that sent it is named", async () => {
  const head = [ana, `Authentication-Results: ${authservId}; dmarc=pass`];
  const message = await decide(mailOf({ from: "Web <wordpress@taller.example>", head }));
  const { facts, automatic } = message.mail!;
  assert.deepEqual(message.from, {
    ...{ id: "ana@cliente.example", email: "ana@cliente.example" },
    ...{ name: "Ana García", phone: null },
  });
  assert.deepEqual([facts.isVerified, facts.replyTo, automatic], [false, null, null]);
  assert.deepEqual(facts.sentBy, { name: "Web", address: "wordpress@taller.example" });
});

Deno.test("our own mail in the inbox belongs to its recipient", async () => {
  const raw = mailOf({ from: own, head: [`Cc: ${named}`] });
  const { direction, from, mail } = await decide(raw);
  assert.deepEqual([direction, from.email, mail!.automatic], ["out", "ana@cliente.example", null]);
});

Deno.test("a mail between our own mailboxes belongs to no contact", async () => {
  const raw = mailOf({ from: own, head: ["Cc: ventas@taller.example"] });
  for (const direction of ["in", "out"] as const) {
    const { mail } = await decide(raw, { direction });
    assert.equal(mail!.automatic, "own", direction);
  }
});

const hidden: [string, string[], string | null][] = [
  ["through a list", ["List-Id: <a.example>", "List-Unsubscribe: <https://a.example>"], null],
  ["of precedence bulk", ["Precedence: bulk"], null],
  ["of precedence list", ["Precedence: list"], null],
  ["that asks for no automatic answers", ["X-Auto-Response-Suppress: All"], null],
  ["that is an answer by itself", ["Auto-Submitted: auto-replied"], "auto_reply"],
  ["generated by a program", ["Auto-Submitted: auto-generated"], "auto_reply"],
  ["of an answering program", ["X-Autoreply: yes"], "auto_reply"],
  ["that says it is no answer of a program", ["X-Autoreply: no"], null],
  ["of precedence auto_reply", ["Precedence: auto_reply"], "auto_reply"],
  ["of a program that marks the delivery", ["Delivered-To: Autoresponder"], "auto_reply"],
  ["delivered to us", [`Delivered-To: ${own}`], null],
  ["with a null sender", ["Return-Path: <>"], "report"],
];
for (const [name, head, kind] of hidden) {
  Deno.test(`a mail ${name} is ${kind ?? "a conversation"}`, async () => {
    assert.equal((await decide(mailOf({ head }))).mail!.automatic, kind);
  });
}

Deno.test("a form that calls its mail generated is a person's", async () => {
  const head = ["Auto-Submitted: auto-generated", ana];
  const message = await decide(mailOf({ from: "wordpress@taller.example", head }));
  assert.deepEqual([message.mail!.automatic, message.from.email], [null, "ana@cliente.example"]);
  const answer = mailOf({ from: "wordpress@taller.example", head: [...head, "X-Autoreply: yes"] });
  assert.equal((await decide(answer)).mail!.automatic, "auto_reply");
});

Deno.test("a member's mark makes a mail a person's, whatever its header says", async () => {
  const choices = { "ana@cliente.example": { answersTo: null, isPerson: true } };
  for (const head of [["Auto-Submitted: auto-replied"], ["Return-Path: <>"]]) {
    assert.equal((await decide(mailOf({ head }), { choices })).mail!.automatic, null);
  }
  assert.equal((await decide(undelivered)).mail!.automatic, "bounce");
  assert.equal((await decide(undelivered, { choices })).mail!.automatic, null);
});
