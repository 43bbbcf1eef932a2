import * as z from "zod";
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
import { inCompany } from "@/lib/db/transaction.ts";

const keyId = z.coerce.number("must be a key's number, see list").int("must be a whole number")
  .min(1, "must be 1 or more").max(2_147_483_647, "is too large");

const create = verb({ company: companyId, name: words(60) }, async (db, { company, name }) => {
  const { name: owner } = await requireCompany(db, company);
  const made = await inCompany(
    db,
    company,
    (trx) => createKey(trx, { companyId: company }, { name }),
  );
  console.error(
    `Key ${made.id} "${name}" of company ${company} (${owner}). It is shown this once:`,
  );
  console.log(made.key);
});

const list = verb({ company: companyId }, async (db, { company }) => {
  await requireCompany(db, company);
  const keys = await inCompany(db, company, (trx) => listKeys(trx, { companyId: company }));
  console.log(table(
    ["id", "name", "begins", "made", "revoked"],
    keys.map(({ id, name, hint, createdAt, revokedAt }) => [
      String(id),
      name,
      hint,
      createdAt.toISOString(),
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

/** Makes, lists and revokes the keys with which programs call the API. */
const keyCommand: Command = {
  usage: `deno task key create --company 1 --name shop    makes a key and prints it, once
deno task key list --company 1                  shows the company's keys, newest first
deno task key revoke --company 1 --id 3         ends a key at once

The key alone goes to standard output. The database is the one of DATABASE_URL, or the embedded
one in DATA_DIR.`,
  verbs: { create, list, revoke },
};

if (import.meta.main) Deno.exit(await runCommand(keyCommand, Deno.args));
