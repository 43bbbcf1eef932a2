import { type Kysely, sql } from "kysely";

/** Indexes of further sorts and filters of lists. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of indexes) await sql.raw(statement).execute(db);
}

const live = "where deleted_at is null";

/** A sort finds its page in an index of its own, which ends with the id; few records have tags. */
const indexes = [
  `create index contacts_by_status on contacts (company_id, status, id)
    where deleted_at is null and not is_spam`,
  `create index contacts_tagged on contacts (company_id) include (tags)
    where deleted_at is null and not is_spam and tags <> '{}'`,

  `create index clients_tagged on clients (company_id) include (tags)
    where deleted_at is null and tags <> '{}'`,

  `create index opportunities_by_status on opportunities (company_id, status, id) ${live}`,
  `create index opportunities_next_action on opportunities (company_id, next_action_at, id)
    ${live}`,
  `create index opportunities_activity on opportunities (company_id, last_activity_at, id) ${live}`,
  `create index opportunities_by_won on opportunities (company_id, won_at, id) ${live}`,
  `create index opportunities_by_lost on opportunities (company_id, lost_at, id) ${live}`,
  `create index opportunities_tagged on opportunities (company_id) include (tags)
    where deleted_at is null and tags <> '{}'`,

  ...["quotes", "sales"].flatMap((table) => [
    `create index ${table}_by_status on ${table} (company_id, status, id) ${live}`,
    `create index ${table}_net on ${table} (company_id, net_total, id) ${live}`,
    `create index ${table}_gross on ${table} (company_id, gross_total, id) ${live}`,
  ]),
  `create index quotes_valid on quotes (company_id, valid_until, id) ${live}`,
  `create index quotes_sent_at on quotes (company_id, sent_at, id) ${live}`,
  `create index sales_promised on sales (company_id, promised_date, id) ${live}`,

  `create index tasks_title on tasks (company_id, title, id) ${live}`,
  `create index tasks_by_status on tasks (company_id, status, id) ${live}`,
  `create index tasks_by_done on tasks (company_id, done_at, id) ${live}`,

  `create index products_price on products (company_id, unit_price, id) ${live}`,
];
