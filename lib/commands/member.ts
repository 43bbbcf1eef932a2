import * as z from "zod";
import { takeLock } from "@/lib/access/bounds.ts";
import { findPerson } from "@/lib/access/entering.ts";
import { entryUrl, makeEntryLink, makeRecoveryLink } from "@/lib/access/entry_links.ts";
import { lockMembership } from "@/lib/access/invitations.ts";
import { leaveKeysOf } from "@/lib/access/keys.ts";
import { addMember, disableMember, listMembers } from "@/lib/access/members.ts";
import {
  type Command,
  CommandError,
  companyId,
  requireCompany,
  runCommand,
  table,
  verb,
  words,
} from "@/lib/commands/command.ts";
import type { Config } from "@/lib/service/config.ts";
import type { Db } from "@/lib/db/connection.ts";
import { inCompany, insideTenant, transact } from "@/lib/db/transaction.ts";

const email = z.email("must be an e-mail address").toLowerCase()
  .max(254, "must have at most 254 characters");

const add = verb(
  { company: companyId, email, role: words(60), name: words(120).optional() },
  async (db, { company, "no-link": noLink, ...person }, config) => {
    const { name: owner } = await requireCompany(db, company);
    await transact(db, (trx) => addMember(trx, { companyId: company, ...person }));
    console.log(
      `${person.email} is a member of company ${company} (${owner}), as ${person.role}.`,
    );
    if (config.gatewaySecret && !noLink) await printLink(db, { company, owner, ...person }, config);
  },
  ["no-link"],
);

interface LinkFor {
  company: number;
  owner: string;
  email: string;
}

/** The link alone goes to standard output. */
async function printLink(db: Db, { company, owner, email }: LinkFor, config: Config) {
  const link = await inCompany(db, company, async (trx) => {
    await lockMembership(trx, { companyId: company }, email);
    return await makeEntryLink(trx, { companyId: company }, { email });
  });
  console.error(
    `${email} comes in to company ${company} (${owner}) with this link. It is for them alone, good ` +
      `once, until ${link.expiresAt.toISOString()}, and shown this once. Where they have a way in ` +
      "already, or belong to another company too, it only leads to the sign-in:",
  );
  console.log(entryUrl(config.publicUrl, link.token));
}

const link = verb({ company: companyId, email }, async (db, { company, email }, config) => {
  requireOwnGateway(config);
  const { name: owner } = await requireCompany(db, company);
  const members = await transact(db, (trx) => listMembers(trx, { companyId: company }));
  if (!members.some((member) => member.email === email && !member.disabledAt)) {
    throw new CommandError(`${email} is no member of company ${company}`);
  }
  await printLink(db, { company, owner, email }, config);
});

const recover = verb({ email }, async (db, { email }, config) => {
  requireOwnGateway(config);
  const link = await transact(db, async (trx) => {
    const person = await findPerson(trx, email);
    const first = person?.memberships[0];
    if (!first) throw new CommandError(`${email} is no member of any company`);
    await takeLock(trx, `recovery of ${email}`);
    const { memberships } = person!;
    return { ...await makeRecoveryLink(trx, first, email), memberships };
  });
  const companies = link.memberships.map(({ companyId, name }) => `${companyId} (${name})`);
  console.error(
    `Whoever opens this link registers a passkey as ${email} and is them from then on, in company ` +
      `${companies.join(", ")}. Give it to nobody whom you have not recognised, by a voice or a ` +
      `face. It is good once, until ${link.expiresAt.toISOString()}, and shown this once:`,
  );
  console.log(entryUrl(config.publicUrl, link.token));
});

function requireOwnGateway({ gatewaySecret }: Config): void {
  if (gatewaySecret) return;
  throw new CommandError(
    "links are of Relevo's own gateway, and GATEWAY_SECRET is not set: see " +
      "docs/operating/install.md",
  );
}

const list = verb({ company: companyId }, async (db, { company }) => {
  await requireCompany(db, company);
  const members = await transact(db, (trx) => listMembers(trx, { companyId: company }));
  console.log(table(
    ["email", "name", "role", "since", "disabled"],
    members.map((member) => [
      member.email,
      member.name ?? "",
      member.role,
      member.createdAt.toISOString(),
      member.disabledAt?.toISOString() ?? "",
    ]),
  ));
});

const keyChoice = z.enum(["keep", "revoke"], "must be keep or revoke").default("keep");

const remove = verb({ company: companyId, email, keys: keyChoice }, async (db, options) => {
  const { company, email } = options;
  await requireCompany(db, company);
  const outcome = await transact(db, async (trx) => {
    const members = await listMembers(trx, { companyId: company });
    const member = members.find((one) => one.email === email && !one.disabledAt);
    if (!member) return "not_a_member";
    const { userId } = member;
    const ended = await disableMember(trx, { companyId: company }, userId);
    if (ended !== "disabled") return ended;
    return await insideTenant(
      trx,
      company,
      () => leaveKeysOf(trx, { companyId: company }, userId, options.keys),
    );
  });
  if (outcome === "not_a_member") {
    throw new CommandError(`${email} is no member of company ${company}`);
  }
  if (outcome === "last_member") {
    throw new CommandError(
      `${email} is the last member of company ${company} who has come in: ` +
        "another one must come in first",
    );
  }
  console.log(`${email} can no longer act for company ${company}. What they did stays.`);
  const state = options.keys === "revoke" ? "is revoked" : "still works";
  for (const { id, name } of outcome) console.log(`Key ${id} "${name}", made by them, ${state}.`);
});

const memberCommand: Command = {
  usage: `deno task member add --company 1 --email a@b.es --role ventas [--name "Ana B"] [--no-link]
                                                makes the person a member, or changes the role; with
                                                Relevo's own gateway, also a link to come in by
deno task member link --company 1 --email a@b.es
                                                makes another link; the one of before ends
deno task member recover --email a@b.es         makes a link for a member who has lost every way in:
                                                it lets whoever opens it in as them, everywhere
deno task member list --company 1               shows the company's members, disabled ones too
deno task member remove --company 1 --email a@b.es [--keys revoke]
                                                disables the membership; the last one stays, and so
                                                do the API keys that they made, unless revoked

A role is a word for people and grants nothing. A link alone goes to standard output, and links
need GATEWAY_SECRET and PUBLIC_URL as the service has them. The database is the one of DATABASE_URL, or the
embedded one in DATA_DIR.`,
  verbs: { add, link, recover, list, remove },
};

if (import.meta.main) Deno.exit(await runCommand(memberCommand, Deno.args));
