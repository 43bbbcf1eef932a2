import * as z from "zod";
import { keyScopes } from "@/lib/input/key_scope.ts";
import { createKey, listKeys, revokeKey } from "@/lib/access/keys.ts";
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
import { endOfDay } from "@/lib/values/dates.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { currentTime } from "@/lib/tools/clock.ts";

const keyId = z.coerce.number("must be a key's number, see list").int("must be a whole number")
  .min(1, "must be 1 or more").max(2_147_483_647, "is too large");

const scope = z.enum(keyScopes, `must be one of ${keyScopes.join(", ")}`).default("all");
const lastDay = z.iso.date("must be a day, such as 2030-12-31");
const creation = { company: companyId, name: words(60), scope, "last-day": lastDay.optional() };

const create = verb(creation, async (db, { company, name, scope, "last-day": lastDay }) => {
  const { name: owner, timezone } = await requireCompany(db, company);
  const expiresAt = lastDay === undefined ? null : endOfDay(lastDay, timezone);
  if (expiresAt !== null && expiresAt <= currentTime()) {
    throw new CommandError(`${lastDay} has passed: the key would work no more`);
  }
  const key = await inCompany(
    db,
    company,
    (trx) => createKey(trx, { companyId: company }, { name, scope, expiresAt }),
  );
  console.error(
    `Key ${key.id} "${name}" of company ${company} (${owner}). It is shown this once:`,
  );
  console.log(key.key);
});

const list = verb({ company: companyId }, async (db, { company }) => {
  await requireCompany(db, company);
  const keys = await inCompany(db, company, (trx) => listKeys(trx, { companyId: company }));
  console.log(table(
    ["id", "name", "scope", "begins", "made", "expires", "revoked"],
    keys.map(({ id, name, scope, hint, createdAt, expiresAt, revokedAt }) => [
      String(id),
      name,
      scope,
      hint,
      createdAt.toISOString(),
      expiresAt?.toISOString() ?? "",
      revokedAt?.toISOString() ?? "",
    ]),
  ));
});

const revoke = verb({ company: companyId, id: keyId }, async (db, { company, id }) => {
  await requireCompany(db, company);
  const key = await inCompany(db, company, (trx) => revokeKey(trx, { companyId: company }, id));
  if (!key) throw new CommandError(`company ${company} has no key ${id}`);
  console.log(
    `Key ${id} "${key.name}" is revoked: no call with it is taken. Answers to what it sent still go ` +
      "out as callbacks, signed with it.",
  );
});

const keyCommand: Command = {
  usage:
    `deno task key create --company 1 --name shop [--scope send|read|channel] [--last-day 2030-12-31]
                                                makes a key and prints it, once: limited to sending,
                                                to reading or to customers' messages, and to the
                                                company's last day, if said
deno task key list --company 1                  shows the company's keys, newest first
deno task key revoke --company 1 --id 3         ends a key at once

The key alone goes to standard output. The database is the one of DATABASE_URL, or the embedded
one in DATA_DIR.`,
  verbs: { create, list, revoke },
};

if (import.meta.main) Deno.exit(await runCommand(keyCommand, Deno.args));
