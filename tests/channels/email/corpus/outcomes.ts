/** What the API says of the mails of an account, each by the bytes that it was read from. */
import { createHash } from "node:crypto";
import { expectData } from "../../../crm/scene.ts";
import { people, type World } from "../../../support/world.ts";
import type { watched } from "../deliver.ts";
import type { CorpusMail, Outcome } from "./row.ts";
import { latin } from "./row.ts";

type Mailbox = Pick<Awaited<ReturnType<typeof watched>>, "api" | "id">;

interface MailOutcome {
  as: Outcome;
  sender: unknown;
  subject: string | null;
  text?: string;
  quoted?: string | null;
  files?: unknown[];
  leftOut?: unknown[];
  facts?: Record<string, unknown>;
  invitation?: Record<string, unknown> | null;
  details?: string;
}

export const digestOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

export async function outcomes(
  world: World,
  { api, id }: Mailbox,
): Promise<Map<string, MailOutcome>> {
  const all = new Map<string, MailOutcome>();
  const token = await world.tokenFor(people.ana);
  const bytesAt = async (path: string) => {
    const response = await fetch(`${world.url}/api/admin${path}`, {
      headers: { "Cf-Access-Jwt-Assertion": token },
    });
    const bytes = await response.bytes();
    if (!response.ok) throw new Error(`${path}: ${new TextDecoder().decode(bytes)}`);
    return bytes;
  };
  const every = async (path: string) => {
    const records = [];
    for (let page = 1;; page++) {
      const more = await expectData(api("GET", `${path}?per_page=200&page=${page}`));
      records.push(...more);
      if (more.length < 200) return records;
    }
  };
  for (const contact of await every("/contacts")) {
    for (const message of await every(`/contacts/${contact.id}/messages`)) {
      if (message.delivery) continue;
      const raw = await bytesAt(`/contacts/${contact.id}/messages/${message.id}/raw`);
      const files = [];
      const leftOut = [];
      for (const { id, name, size, left_out_reason } of message.files) {
        if (left_out_reason) leftOut.push([name, left_out_reason]);
        else files.push([name, size, digestOf(await bytesAt(`/files/${id}`))]);
      }
      all.set(digestOf(raw), {
        as: message.direction === "out" ? "out" : "message",
        sender: message.direction === "out"
          ? [contact.name, contact.email]
          : [message.from.name, message.from.email],
        ...{ subject: message.subject, text: message.body, quoted: message.quoted },
        ...{ files, leftOut, facts: message.mail, invitation: message.mail.invitation },
      });
    }
  }
  for (const { id: mailId, kind, from, subject } of await every(`/channels/${id}/automatic`)) {
    const raw = await bytesAt(`/channels/${id}/automatic/${mailId}/raw`);
    all.set(digestOf(raw), { as: kind, sender: from && [from.name, from.address], subject });
  }
  for (const { id: problemId, from, subject, details } of await every(`/channels/${id}/problems`)) {
    const raw = await bytesAt(`/channels/${id}/problems/${problemId}/raw`);
    const sender = from && [from.name, from.address];
    all.set(digestOf(raw), { as: "problem", sender, subject, details });
  }
  return all;
}

/** What must be said of a mail, and the same of what is. */
export function compared(
  mail: CorpusMail,
  outcome: MailOutcome,
): { wanted: unknown; outcome: unknown } {
  const { as, subject, text, quoted, sender, leftOut, facts, invitation } = mail;
  const wanted: Record<string, unknown> = { as, subject };
  const heard: Record<string, unknown> = { as: outcome.as, subject: outcome.subject };
  const expect = (name: string, value: unknown, other: unknown) => {
    wanted[name] = value;
    heard[name] = other;
  };
  if (sender !== undefined) expect("sender", sender, outcome.sender);
  if (mail.details) expect("details", true, mail.details.test(outcome.details ?? ""));
  if (outcome.as !== "message" && outcome.as !== "out") return { wanted, outcome: heard };
  expect("text", text, outcome.text);
  expect("quoted", quoted, outcome.quoted);
  expect("files", (mail.files ?? []).map(toFile), outcome.files);
  expect("leftOut", leftOut, outcome.leftOut);
  if (facts) expect("facts", facts, someOf(outcome.facts, facts));
  if (invitation) expect("invitation", invitation, someOf(outcome.invitation, invitation));
  return { wanted, outcome: heard };
}

function toFile([name, content]: [string, string | Uint8Array]) {
  const bytes = typeof content === "string" ? latin(content) : content;
  return [name, bytes.length, digestOf(bytes)];
}

function someOf(all: Record<string, unknown> | null | undefined, wanted: Record<string, unknown>) {
  return Object.fromEntries(Object.keys(wanted).map((name) => [name, all?.[name]]));
}
