import { type Kysely, sql } from "kysely";

/** What is deleted or erased loses its words by the statement: docs/decisions/0069. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  const tables = Object.keys(kinds).concat("identities");
  const statements = [
    lockWriters(tables),
    forgetWords,
    ...Object.entries(kinds).map(([table, kind]) => gone(table, kind)),
    ...identitiesGone,
    ...Object.entries(erased).flatMap(([table, columns]) => unlessErased(table, columns)),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const kinds = {
  ...{ contacts: "C", clients: "L", opportunities: "O", quotes: "Q", sales: "S", products: "P" },
  ...{ tasks: "T", events: "E" },
};

/** All at once or none, so that nobody waits for this behind somebody else's long transaction. */
function lockWriters(tables: string[]): string {
  return `do $$
    begin
      perform set_config('lock_timeout', '100ms', true);
      loop
        begin
          lock table ${tables.join(", ")} in share row exclusive mode;
          exit;
        exception when lock_not_available then perform pg_sleep(0.1); end;
      end loop;
      perform set_config('lock_timeout', '0', true);
    end $$`;
}

/** Each record is looked up, whatever is believed about the tables; planned at each use. */
const forgetWords = `create function relevo_forget_words() returns trigger language plpgsql as $$
  begin
    execute 'delete from search_words where ctid = any (array(
      select w.at from gone g cross join lateral (
        select s.ctid as at from search_words s
        where s.company_id = g.company_id and s.kind = $1 and s.record_id = g.id offset 0) w))'
      using tg_argv[0]::"char";
    return null;
  end $$`;

const gone = (table: string, kind: string) =>
  `create or replace trigger search_words_gone after delete on ${table}
    referencing old table as gone for each statement execute function relevo_forget_words('${kind}')`;

/** A row and not a statement: a deletion of contacts cascades to identities once for each. */
const identitiesGone = [
  `create function relevo_identity_gone() returns trigger language plpgsql as $$
    begin
      if old.contact_id is not null then
        perform relevo_rewrite_contact(old.company_id, old.contact_id);
      end if;
      if old.client_id is not null then
        perform relevo_rewrite_client(old.company_id, old.client_id);
      end if;
      return null;
    end $$`,
  `create or replace trigger search_words_gone after delete on identities
    for each row when (old.source = 'merge') execute function relevo_identity_gone()`,
  "drop function relevo_identities_gone()",
];

interface Columns {
  noun: string;
  words: string[];
  identities: string[];
}

const erased: Record<string, Columns> = {
  contacts: {
    noun: "contact",
    words: ["name", "username", "email", "phone", "phone_e164", "organization", "subject"]
      .concat("channel", "channel_contact_id", "deleted_at", "is_spam", "held"),
    identities: ["email_norm", "phone_e164", "channel", "channel_contact_id"],
  },
  clients: {
    noun: "client",
    words: ["name", "legal_name", "tax_id", "country", "email", "phone", "phone_e164", "city"]
      .concat("deleted_at"),
    identities: ["email_norm", "phone_e164"],
  },
};

/**
 * An erasure deletes the identities itself, and writes the words of all its records together where
 * it says so: a process of the version before does not.
 */
function unlessErased(table: string, { noun, words, identities }: Columns): string[] {
  const changed = (columns: string[]) =>
    columns.map((name) => `old.${name} is distinct from new.${name}`).join(" or ");
  return [
    `create or replace trigger search_words_changed after update of ${words.join(", ")} on ${table}
      for each row when ((${changed(words)}) and (new.erased_at is null
        or current_setting('app.words_of_erased', true) is distinct from 'together'))
      execute function relevo_reindex_${noun}()`,
    `create or replace trigger identities_changed after update of ${identities.join(", ")}
      on ${table}
      for each row when ((${changed(identities)}) and new.erased_at is null)
      execute function relevo_reidentify_${noun}()`,
  ];
}
