import * as z from "zod";
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
import { insideTenant, transact } from "@/lib/db/transaction.ts";

const email = z.email("must be an e-mail address").toLowerCase()
  .max(254, "must have at most 254 characters");

const add = verb(
  { company: companyId, email, role: words(60), name: words(120).optional() },
  async (db, { company, ...person }) => {
    const { name: owner } = await requireCompany(db, company);
    await transact(db, (trx) => addMember(trx, { companyId: company, ...person }));
    console.log(
      `${person.email} is a member of company ${company} (${owner}), as ${person.role}.`,
    );
  },
);

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

const fate = z.enum(["keep", "revoke"], "must be keep or revoke").default("keep");

const remove = verb({ company: companyId, email, keys: fate }, async (db, options) => {
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
      `${email} is the last member of company ${company}: add another one first`,
    );
  }
  console.log(`${email} can no longer act for company ${company}. What they did stays.`);
  const state = options.keys === "revoke" ? "is revoked" : "still works";
  for (const { id, name } of outcome) console.log(`Key ${id} "${name}", made by them, ${state}.`);
});

const memberCommand: Command = {
  usage: `deno task member add --company 1 --email a@b.es --role ventas [--name "Ana B"]
                                                makes the person a member, or changes the role
deno task member list --company 1               shows the company's members, disabled ones too
deno task member remove --company 1 --email a@b.es [--keys revoke]
                                                disables the membership; the last one stays, and so
                                                do the API keys that they made, unless revoked

A role is a word for people and grants nothing. The database is the one of DATABASE_URL, or the
embedded one in DATA_DIR.`,
  verbs: { add, list, remove },
};

if (import.meta.main) Deno.exit(await runCommand(memberCommand, Deno.args));
