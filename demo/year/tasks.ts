import {
  type Book,
  type Client,
  happen,
  idOf,
  type Opportunity,
  type Planned,
  stamped,
} from "./book.ts";
import { type Employee, workerAt } from "./staff.ts";

export interface TaskPlan {
  title: string;
  description?: string | null;
  kind: "general" | "follow_up" | "delivery";
  priority?: "low" | "normal" | "high" | "urgent";
  status: "pending" | "in_progress" | "done";
  /** Days ago. */
  created: number;
  by: Employee;
  assignee: Employee | null;
  /** Days from today; null for no day. */
  due: number | null;
  /** Days ago, of a task that is done. */
  done?: number;
  checklist?: readonly string[];
  client: Client | null;
  refs: Planned<"tasks">["refs"];
}

export function planTask(book: Book, plan: TaskPlan): Planned<"tasks"> {
  const { clock } = book;
  const { created, by, assignee, due, done, status, client, checklist = [] } = plan;
  const at = clock.ago(created);
  const ready = (place: number) => done !== undefined || (status === "in_progress" && place === 0);
  const task: Planned<"tasks"> = {
    id: 0,
    row: {
      ...stamped(at, by),
      title: plan.title,
      description: plan.description ?? null,
      status,
      priority: plan.priority ?? "normal",
      kind: plan.kind,
      due_at: due === null ? null : clock.planned(due, "00:00"),
      due_all_day: true,
      done_at: null,
      done_by: null,
      position: 0,
      checklist: checklist.map((text, place) => ({ done: ready(place), text })),
      assignee_id: idOf(assignee),
    },
    refs: plan.refs,
  };
  book.tasks.push(task);
  happen(book, { at, verb: "created", by, kind: "task", record: task, client });
  if (done === undefined) return task;
  const finished = clock.ago(done);
  const doer = assignee ?? by;
  Object.assign(task.row, { done_at: finished, done_by: doer.userId });
  happen(book, {
    at: finished,
    verb: "done",
    by: doer,
    kind: "task",
    record: task,
    client,
    changes: () => ({ status: ["pending", "done"] }),
  });
  return task;
}

/** Creation and due time of a task, and whether it is done. */
interface Timing {
  created: number;
  due: number | null;
  done?: number;
}

/** Plans tasks other than deliveries: done, overdue, due today, and without a date. */
export function planTasks(book: Book): void {
  const { random, clock: { monthDays } } = book;
  const month = Math.min(12, monthDays) * 0.97;
  const several = (count: number, timing: () => Timing) => Array.from({ length: count }, timing);
  const timings: Timing[] = [
    ...several(30, () => {
      const done = 2 + random.real() * 330;
      return {
        created: done + random.int(1, 12),
        due: -Math.round(done) + random.int(-2, 3),
        done,
      };
    }),
    ...several(5, () => {
      const created = month * (0.5 + random.real() * 0.5);
      return { created, due: 0, done: created * random.real() * 0.5 };
    }),
    ...several(7, () => ({ created: random.int(6, 20), due: -random.int(1, 6) })),
    ...several(6, () => ({ created: month * random.real(), due: 0 })),
    ...several(15, () => ({ created: month * random.real(), due: random.int(1, 16) })),
    ...several(5, () => ({ created: random.int(1, 30), due: null })),
  ];
  for (const [at, timing] of timings.entries()) planOrdinary(book, timing, at);
}

function planOrdinary(book: Book, timing: Timing, at: number): void {
  const { random, staff, trade } = book;
  const { created, due, done } = timing;
  const sample = trade.tasks[(at * 7) % trade.tasks.length]!;
  const by = workerAt(staff, random, created);
  // The two people that visitors sign in as first have a task of their own today.
  const own = due === 0 && done === undefined ? staff[at % 2] : undefined;
  const isUnderWay = own ? at % 3 === 0 : random.is(0.25);
  const assignee = own ?? (random.is(0.14) ? null : workerAt(staff, random, done ?? created));
  const about = sample.kind === "follow_up" ? aboutSomething(book, created) : null;
  planTask(book, {
    ...sample,
    title: about ? `${sample.title}: ${about.client.row.name}` : sample.title,
    status: done !== undefined ? "done" : isUnderWay ? "in_progress" : "pending",
    created,
    by,
    assignee,
    due,
    done,
    client: about?.client ?? null,
    refs: () => ({
      client_id: about?.client.id ?? null,
      opportunity_id: about?.opportunity?.id ?? null,
    }),
  });
}

/**
 * A client of that time, preferably with an opportunity in progress, so that its work keeps it from
 * going stale.
 */
export function aboutSomething(
  book: Book,
  daysAgo: number,
): { client: Client; opportunity: Opportunity | null } {
  const at = book.clock.ago(daysAgo);
  const live = book.opportunities.filter(({ row }) =>
    row.created_at! <= at && row.last_activity_at! >= at
  );
  if (live.length > 0) {
    const opportunity = book.random.pick(live);
    return { client: opportunity.client, opportunity };
  }
  const clients = book.clients.filter(({ row }) => row.created_at! <= at);
  return { client: book.random.pick(clients), opportunity: null };
}
