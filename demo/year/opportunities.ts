import {
  type Book,
  type Client,
  type Contact,
  filled,
  happen,
  idOf,
  type Opportunity,
  stamped,
} from "./book.ts";
import type { Path } from "./pipeline.ts";
import { type Employee, workerAt } from "./staff.ts";
import type { Project } from "./trade.ts";

/** Fractions of an opportunity's life at which it enters each stage and is quoted. */
export const milestones = { stages: [0, 0.12, 0.26, 0.55], quoted: 0.28 };

/** The point of the path, in days ago. */
export function along({ opened, ended }: Path, part: number): number {
  return opened - (opened - ended) * part;
}

interface Deal {
  path: Path;
  project: Project;
  client: Client;
  contact: Contact | null;
  seller: Employee | null;
}

/** Plans an opportunity up to the stage that it reached. */
export function planOpportunity(book: Book, deal: Deal): Opportunity {
  const { random, clock, stages, trade } = book;
  const { path, project, client, contact, seller } = deal;
  const by = seller ?? workerAt(book.staff, random, path.ended);
  const at = clock.ago(path.opened);
  const entered = clock.ago(along(path, milestones.stages[path.stage]!));
  const opportunity: Opportunity = {
    id: 0,
    client,
    seller,
    row: {
      ...stamped(at, by),
      title: filled(project.title, { place: client.place }),
      status: "open",
      // A rough estimate until there is a quotation.
      amount: path.quote ? 0 : random.int(12, 110) * 100,
      amount_source: path.quote ? "quote" : "manual",
      probability: path.outcome === "open" && random.is(0.12) ? random.int(3, 18) * 5 : null,
      expected_close_date: expectedClose(book, path),
      source_channel: contact?.row.channel ?? client.row.source_channel ?? null,
      lost_reason: null,
      lost_note: null,
      won_at: null,
      lost_at: null,
      closed_by: null,
      reopened_at: null,
      stage_changed_at: path.stage === 0 ? at : entered,
      last_activity_at: clock.ago(path.ended),
      ...nextAction(book, path),
      description: null,
      position: 0,
      tags: random.is(0.2) ? [random.pick(trade.words.tags)] : [],
      assignee_id: idOf(seller),
    },
    refs: () => ({
      client_id: client.id,
      contact_id: contact?.id ?? null,
      stage_id: stages[path.stage]!.id,
    }),
  };
  book.opportunities.push(opportunity);
  happen(book, { at, verb: "created", by, kind: "opportunity", record: opportunity, client });
  moveThrough(book, deal, opportunity, by);
  return opportunity;
}

function expectedClose({ random, clock }: Book, { outcome, ended, forgotten }: Path) {
  if (outcome !== "open") return clock.dayAgo(Math.max(0, ended - random.int(-6, 8)));
  if (random.is(0.15)) return null;
  return clock.day(forgotten ? -random.int(1, 9) : random.int(4, 48));
}

/** The next action: mostly planned, sometimes overdue; none if closed or forgotten. */
function nextAction({ random, clock, trade }: Book, { outcome, forgotten }: Path) {
  if (outcome !== "open" || forgotten || random.is(0.15)) {
    return { next_action_at: null, next_action_note: null };
  }
  const offset = random.is(0.22) ? -random.int(1, 4) : random.int(1, 11);
  return {
    next_action_at: clock.planned(offset, random.pick(["09:30", "11:00", "12:30", "17:00"])),
    next_action_note: random.pick(trade.words.nextSteps),
  };
}

function moveThrough(book: Book, { path, client }: Deal, opportunity: Opportunity, by: Employee) {
  const { clock, stages } = book;
  for (let stage = 0; stage <= path.stage; stage++) {
    const at = clock.ago(along(path, milestones.stages[stage]!));
    const leftAt = stage < path.stage
      ? clock.ago(along(path, milestones.stages[stage + 1]!))
      : path.outcome === "open"
      ? null
      : clock.ago(path.ended);
    book.stageLog.push({
      id: 0,
      row: { ...stamped(at, by), entered_at: at, left_at: leftAt, user_id: by.userId },
      refs: () => ({
        opportunity_id: opportunity.id,
        from_stage_id: stages[stage - 1]?.id ?? null,
        to_stage_id: stages[stage]!.id,
      }),
    });
    if (stage === 0) continue;
    const [from, to] = [stages[stage - 1]!, stages[stage]!];
    const named = ({ id, name }: typeof from) => ({ id, name });
    happen(book, {
      at,
      verb: "moved",
      by,
      kind: "opportunity",
      record: opportunity,
      client,
      changes: () => ({ stage: [named(from), named(to)] }),
    });
  }
}

/** Wins or loses it, with the columns that the API would set. */
export function closeOpportunity(book: Book, opportunity: Opportunity, path: Path): void {
  if (path.outcome === "open") return;
  const { random, clock, trade } = book;
  const by = opportunity.seller ?? workerAt(book.staff, random, path.ended);
  const at = clock.ago(path.ended);
  const status = path.outcome;
  const [reason, note] = random.weighted(trade.words.lost.map((one) => [one, one[2]] as const));
  Object.assign(
    opportunity.row,
    { status, closed_by: by.userId },
    status === "won"
      ? { won_at: at }
      : { lost_at: at, lost_reason: reason, lost_note: random.is(0.7) ? note : null },
  );
  happen(book, {
    at,
    verb: status,
    by,
    kind: "opportunity",
    record: opportunity,
    client: opportunity.client,
    changes: () => ({
      status: ["open", status],
      ...(status === "lost" ? { lost_reason: [null, reason] as [unknown, unknown] } : {}),
    }),
  });
}
