import { own } from "../../mails.ts";
import type { Table } from "../row.ts";

const luz: [string, string] = ["Luz Vega", "luz@cliente.example"];
const replyTo = ([name, address]: [string, string]) => `Reply-To: ${name} <${address}>`;
const other = (name: string): [string, string] => [name, `${name.toLowerCase()}@cliente.example`];
const list = ["List-Id: <ventas.grupo.example>", "Precedence: list"];

/** Who wrote it: From, whom Reply-To names, a customer behind a list, or the company itself. */
export const authors: Table = {
  "a person": {},
  "a person with a Sender and somebody who sent it again": {
    head: ["Sender: Bot <bot@otro.example>", "Resent-From: Eva <eva@otro.example>"],
  },
  "a person who wants the answer elsewhere": {
    head: ["Reply-To: Jefa <jefa@cliente.example>"],
    facts: { reply_to: { name: "Jefa", address: "jefa@cliente.example" }, sent_by: null },
  },
  "a form at the mailbox's own address": {
    from: `Web <${own}>`,
    head: [replyTo(luz)],
    sender: luz,
    facts: { sent_by: { name: "Web", address: own }, reply_to: null, verified: false },
  },
  "a form at the mailbox's address with a tag": {
    from: `Web <${own.replace("@", "+web@")}>`,
    head: [replyTo(other("Iris"))],
    sender: other("Iris"),
  },
  "a form that calls itself generated": {
    from: `Web <${own}>`,
    head: [replyTo(other("Nuria")), "Auto-Submitted: auto-generated"],
    sender: other("Nuria"),
  },
  "WordPress, of one customer": {
    from: "Mi web <wordpress@taller.example>",
    head: [replyTo(other("Olga"))],
    sender: other("Olga"),
    facts: { sent_by: { name: "Mi web", address: "wordpress@taller.example" } },
  },
  "WordPress, of another customer": {
    from: "Mi web <wordpress@taller.example>",
    head: [replyTo(other("Pablo"))],
    sender: other("Pablo"),
  },
  "a shop that asks not to be answered": {
    from: "Tienda <no-reply@tienda.example>",
    head: [replyTo(other("Rosa"))],
    sender: other("Rosa"),
  },
  "one that asks not to be answered, with nobody else": {
    from: "Avisos <noreply@avisos.example>",
    sender: ["Avisos", "noreply@avisos.example"],
  },
  "a customer behind a group": {
    from: "'Sara' via Ventas <ventas@grupo.example>",
    head: [...list, replyTo(other("Sara"))],
    sender: other("Sara"),
    facts: { bulk: true, sent_by: { name: "'Sara' via Ventas", address: "ventas@grupo.example" } },
  },
  "a customer behind a list that keeps the old From": {
    from: "Tomas via Ventas <ventas@grupo.example>",
    head: [...list, "X-Original-From: Tomas <tomas@cliente.example>"],
    sender: other("Tomas"),
  },
  "a customer by a list that changes nothing": { head: list, facts: { bulk: true } },
  "a newsletter": {
    head: ["List-Unsubscribe: <https://avisos.example/x>", "Precedence: bulk"],
    facts: { bulk: true },
  },
  "Gmail with the address of its own account": {
    from: `Uxia <${own}>`,
    head: ["X-Google-Original-From: Uxia <uxia@cliente.example>"],
    sender: other("Uxia"),
  },
  "our own, to a customer": {
    from: `Taller <${own}>`,
    head: ["To: Pia <pia@cliente.example>"],
    as: "out",
    sender: other("Pia"),
  },
  "our own, to ourselves": { from: `Taller <${own}>`, as: "own", sender: ["Taller", own] },
  "our own, to ourselves, with answers to ourselves": {
    from: `Taller <${own}>`,
    head: [`Reply-To: <${own}>`],
    as: "own",
    sender: ["Taller", own],
  },
  "several recipients and copies": {
    head: [
      `To: Taller <${own}>, "Gil, Luis" <luis@otro.example>`,
      "Cc: eva@otro.example",
      `Delivered-To: ${own}`,
    ],
    facts: {
      to: [{ name: "Taller", address: own }, { name: "Gil, Luis", address: "luis@otro.example" }],
      cc: [{ name: null, address: "eva@otro.example" }],
      recipients: 3,
    },
  },
  "recipients that are not said": {
    head: ["To: undisclosed-recipients:;"],
    facts: { to: [], recipients: 0 },
  },
  "no recipient": { without: ["To"], facts: { to: [], recipients: 0 } },
};
