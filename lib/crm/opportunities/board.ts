import { type SelectQueryBuilder, sql } from "kysely";
import { companyDecimals } from "@/lib/db/expressions.ts";
import type { Db } from "@/lib/db/connection.ts";
import { readTogether } from "@/lib/db/pool/departure.ts";
import { forValues } from "@/lib/db/pool/literals.ts";
import type { Schema } from "@/lib/db/schema.ts";
import {
  type BoardQuery,
  opportunityList,
  rottingDays,
} from "@/lib/crm/opportunities/opportunity.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { withMember, withRequiredLookup } from "@/lib/records/joins.ts";
import { endOf } from "@/lib/records/listing/board.ts";
import { isAfter } from "@/lib/records/listing/conditions.ts";
import { narrow, type Reader } from "@/lib/records/lists.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/**
 * Reads all stages in order, or one, with count, sum and weighted sum of the open opportunities,
 * and the first `per_column` cards, or those after a cursor. Two statements.
 */
export async function readBoard(
  db: Db,
  reader: Reader & { currency: string },
  query: BoardQuery,
) {
  const { stage_id: _, per_column: __, ...rest } = query;
  const isUsual = Object.values(rest).every((value) => value === undefined);
  const planned = <O>(rows: SelectQueryBuilder<Schema, never, O>) =>
    isUsual ? forValues(rows) : sql<O>`${rows}`;
  const [columns, rows] = await readTogether(
    db,
    planned(columnRows(db, reader, query)),
    planned(cardRows(db, reader, query)),
  );
  const cards = rows.map((row) => toCard(row, currentTime()));
  return {
    currency: reader.currency,
    columns: columns.map(({ rest, ...column }) => {
      const own = cards.filter(({ stage_id }) => stage_id === column.id);
      return { ...column, cards: own.map(({ card }) => card), ...endOf(rest, own) };
    }),
  };
}

function columnRows(db: Db, reader: Reader, boardQuery: BoardQuery) {
  const { stage_id, after } = boardQuery;
  return db.selectFrom("pipeline_stages as s")
    .leftJoin(
      (eb) =>
        narrow(eb.selectFrom("opportunities as t"), opportunityList, listed(boardQuery), reader)
          .where("t.status", "=", "open")
          .select(["t.id", "t.stage_id", "t.amount", "t.probability"])
          .select((after ? isAfter(after) : sql<boolean>`true`).as("ahead")).as("o"),
      (join) => join.onRef("o.stage_id", "=", "s.id"),
    )
    .select(["s.id", "s.name", "s.order", "s.color", "s.default_probability", "s.rot_days"])
    .select("s.requirements")
    .select((eb) => [
      eb.fn.count<number>("o.id").as("count"),
      sql<number>`count(*) filter (where o.ahead)`.as("rest"),
      sql<number>`coalesce(sum(o.amount), 0)`.as("amount"),
      sql<number>`coalesce(round(
        sum(o.amount * coalesce(o.probability, s.default_probability)) / 100,
        ${companyDecimals(reader.companyId)}), 0)`
        .as("weighted"),
    ])
    .where("s.company_id", "=", reader.companyId)
    .$if(stage_id !== undefined, (query) => query.where("s.id", "=", stage_id!))
    .groupBy(["s.company_id", "s.id"]).orderBy("s.order");
}

/** Reads each column by one index scan, so that the rest of a long column is never read. */
function cardRows(db: Db, reader: Reader, boardQuery: BoardQuery) {
  const { stage_id, after } = boardQuery;
  return db.selectFrom("pipeline_stages as s")
    .innerJoinLateral(
      (eb) =>
        narrow(eb.selectFrom("opportunities as t"), opportunityList, listed(boardQuery), reader)
          .where("t.status", "=", "open").whereRef("t.stage_id", "=", "s.id")
          .$if(after !== undefined, (query) => query.where(isAfter(after!)))
          .selectAll("t").orderBy("t.position").orderBy("t.id").limit(boardQuery.per_column).as(
            "o",
          ),
      (join) => join.onTrue(),
    )
    .selectAll("o").select(["s.default_probability", "s.rot_days"])
    .$call(withRequiredLookup("client", "o.client_id"))
    .$call(withMember("assignee", "o.assignee_id"))
    .where("s.company_id", "=", reader.companyId)
    .$if(stage_id !== undefined, (query) => query.where("s.id", "=", stage_id!))
    .orderBy("s.order").orderBy("o.position").orderBy("o.id");
}

function listed({ assignee_id, client_id, tag, q }: BoardQuery): ListQuery {
  return { page: 1, per_page: 1, sort: [], assignee_id, client_id, tag, q };
}

type Row = Awaited<ReturnType<ReturnType<typeof cardRows>["execute"]>>[number];

function toCard(row: Row, now: Date) {
  const card = {
    id: row.id,
    version: row.version,
    title: row.title,
    client: row.client,
    assignee: row.assignee,
    amount: row.amount,
    effective_probability: row.probability ?? row.default_probability,
    expected_close_date: row.expected_close_date,
    stage_changed_at: row.stage_changed_at,
    last_activity_at: row.last_activity_at,
    next_action_at: row.next_action_at,
    next_action_note: row.next_action_note,
    rotting_days: rottingDays(row, now),
    tags: row.tags,
  };
  return { stage_id: row.stage_id, id: row.id, position: row.position, card };
}
