import { type RawBuilder, sql } from "kysely";
import { addDays, dayIn, nextMonday } from "@/lib/values/dates.ts";
import type { Db } from "@/lib/db/connection.ts";
import { type Bucket, buckets } from "@/lib/crm/tasks/bucket.ts";
import { taskList } from "@/lib/crm/tasks/task.ts";
import { isOverdue, isTaskDue, taskRows, toTask } from "@/lib/crm/tasks/tasks.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { beginOf } from "@/lib/records/listing/conditions.ts";
import { narrow, type Reader } from "@/lib/records/lists.ts";
import { currentTime } from "@/lib/tools/clock.ts";

interface BucketQuery extends ListQuery {
  per_bucket: number;
}

/** Open tasks by their day: each bucket's count and its first tasks. Two statements. */
export async function readTaskBuckets(
  db: Db,
  reader: Reader,
  query: BucketQuery,
  now = currentTime(),
) {
  const counts = await open(db, reader, query)
    .select(bucketCase(reader, now).as("bucket"))
    .select((eb) => eb.fn.countAll<number>().as("count")).groupBy(sql`1`).execute();
  const tasks = await taskRows(db).where("t.company_id", "=", reader.companyId)
    .where(sql<boolean>`t.id in (${sql.join(firstIds(db, reader, query, now), sql` union all `)})`)
    .select(bucketCase(reader, now).as("bucket"))
    .orderBy("t.due_at").orderBy(byPriority, "desc").orderBy("t.position").orderBy("t.id")
    .execute();
  return buckets.map((bucket) => ({
    bucket,
    count: Number(counts.find((row) => row.bucket === bucket)?.count ?? 0),
    tasks: tasks.filter((task) => task.bucket === bucket).map(toTask),
  }));
}

/** Reads each bucket by one index scan, so that the rest of a long one is never read. */
function firstIds(db: Db, reader: Reader, query: BucketQuery, now: Date) {
  return buckets.map((bucket) => {
    const first = open(db, reader, query).where(isIn(bucket, reader, now)).select("t.id")
      .orderBy("t.due_at").orderBy(byPriority, "desc").orderBy("t.position").orderBy("t.id")
      .limit(query.per_bucket);
    return sql`(${first})`;
  });
}

const byPriority = sql<number>`array_position('{low,normal,high,urgent}'::text[], t.priority)`;

function open(db: Db, reader: Reader, query: BucketQuery) {
  return narrow(db.selectFrom("tasks as t"), taskList, query, reader)
    .where("t.status", "in", ["pending", "in_progress"]);
}

function bucketCase(reader: Reader, now: Date): RawBuilder<Bucket> {
  const today = dayIn(reader.timezone, now);
  const begin = (day: string) => beginOf(day, reader.timezone);
  return sql<Bucket>`case when t.due_at is null then 'none' when ${isOverdue(reader, now)}
    then 'overdue' when t.due_at < ${begin(addDays(today, 1))} then 'today'
    when t.due_at < ${begin(nextMonday(today))} then 'week' else 'later' end`;
}

function isIn(bucket: Bucket, reader: Reader, now: Date): RawBuilder<boolean> {
  if (bucket === "today") {
    return sql`(${isTaskDue("today", reader, now)} and not ${isOverdue(reader, now)})`;
  }
  return isTaskDue(bucket === "later" ? "after_week" : bucket, reader, now);
}
