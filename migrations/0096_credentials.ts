export const change = "widens";

type Lock = "RowExclusiveLock" | "ShareRowExclusiveLock";

const quick = (sql: string, locks: Record<string, Lock> = {}) => ({ statement: { sql, locks } });

/** The kinds of ways in, and their tables. */
const kinds = [
  { kind: "key", table: "api_keys" },
  { kind: "phone", table: "devices" },
  { kind: "pairing", table: "pairings" },
  { kind: "answer", table: "answer_links" },
  { kind: "entry", table: "entry_links" },
  { kind: "quote", table: "quote_shares" },
  { kind: "hook", table: "meta_apps" },
];

/** The address of a hook is stored as it is, the others as digests. */
const columnOf = (kind: string) => kind === "hook" ? "hook" : "digest";
const digestOf = (kind: string, row: string) =>
  kind === "hook" ? `sha256(convert_to(${row}.hook, 'UTF8'))` : `${row}.digest`;

const table = `
  do $$ begin
    if to_regclass('credentials') is not null then return; end if;
    create table credentials (
      digest bytea not null,
      kind text not null check (kind in (${kinds.map(({ kind }) => `'${kind}'`).join(", ")})),
      company_id integer not null references companies,
      primary key (digest, kind)
    );
    -- The digest too: by the company alone, a change of one would read all of them.
    create index credentials_of on credentials (company_id, kind, digest);
    alter table credentials enable row level security;
    alter table credentials force row level security;
    grant select, insert, delete on credentials to relevo_tenant;
    create policy tenant on credentials to relevo_tenant
      using (company_id = (select nullif(current_setting('app.company_id', true), '')::int));
    -- A caller's company is found before it is known, and the worker spends codes and links.
    grant select, delete on credentials to relevo_worker;
    create policy worker on credentials to relevo_worker using (true);
  end $$`;

/** A function for each column: a row is read by the names that its table has. */
const keep = (column: string, digest: (row: string) => string) => `
  create or replace function relevo_keep_${column}() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' then
      delete from credentials
      where digest = ${digest("old")} and kind = tg_argv[0] and company_id = old.company_id;
    end if;
    if tg_op <> 'DELETE' then
      insert into credentials (digest, kind, company_id)
      values (${digest("new")}, tg_argv[0], new.company_id) on conflict do nothing;
    end if;
    return null;
  end $$`;

/**
 * The company of every key, phone, code and link by its digest alone, so that a call knows it after
 * one row: docs/decisions/0085. Triggers keep it, for writes of the release before too.
 */
export const steps = [
  quick(table, { companies: "ShareRowExclusiveLock" }),
  quick(keep("digest", (row) => digestOf("key", row))),
  quick(keep("hook", (row) => digestOf("hook", row))),
  ...kinds.map(({ kind, table }) =>
    quick(
      `create or replace trigger credential_kept
       after insert or delete or update of ${columnOf(kind)}, company_id on ${table}
       for each row execute function relevo_keep_${columnOf(kind)}('${kind}')`,
      { [table]: "ShareRowExclusiveLock" },
    )
  ),
  ...kinds.map(({ kind, table }) => ({
    copy: {
      table,
      key: ["id"],
      into: "credentials (digest, kind, company_id)",
      values: `${digestOf(kind, "t")}, '${kind}', t.company_id`,
      where: "true",
    },
  })),
];
