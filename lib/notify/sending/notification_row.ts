/** One row of a list, of the same size however many recipients. Islands import it. */

/** States of a recipient, in the order in which rows say them; each has one. */
export const rowStates = [
  "answered",
  "read",
  "delivered",
  "sent",
  "queued",
  "failed",
  "expired",
  "replaced",
  "cancelled",
] as const;

export type RowState = (typeof rowStates)[number];

/** States in which nothing more happens to a recipient's notification. */
export const closedStatuses = ["replaced", "cancelled"] as const;

export function isClosed(status: string): boolean {
  return (closedStatuses as readonly string[]).includes(status);
}

const openStates: readonly RowState[] = ["read", "delivered", "sent", "queued", "failed"];

export interface RowAnswer {
  userId: string;
  label: string | null;
  reply: string | null;
}

export interface NotificationRow {
  id: string;
  title: string;
  body: string;
  type: "info" | "success" | "warning" | "error";
  createdAt: string;
  to: { first: string; count: number };
  states: { state: RowState; count: number }[];
  answers: RowAnswer[];
  answerCount: number;
  open: boolean;
}

export interface Summary {
  recipients: number;
  states: Record<RowState, number>;
  first: string[];
  answers: {
    userId: string;
    action: { label: string } | null;
    reply: string | null;
    respondedAt: Date | string;
  }[];
}

export interface RowSource {
  id: string;
  title: string;
  body: string;
  type: NotificationRow["type"];
  createdAt: Date | string;
  actions: unknown[];
  allowReply: boolean;
  summary: Summary;
}

export function toRow(record: RowSource): NotificationRow {
  const { id, title, body, type, summary } = record;
  return {
    id,
    title,
    body,
    type,
    createdAt: new Date(record.createdAt).toISOString(),
    to: { first: summary.first[0] ?? "", count: summary.recipients },
    states: rowStates.map((state) => ({ state, count: summary.states[state] }))
      .filter(({ count }) => count > 0),
    answers: summary.answers.map(({ userId, action, reply }) => ({
      userId,
      label: action?.label ?? null,
      reply,
    })),
    answerCount: summary.states.answered,
    open: asksForAnswer(record) && hasOpen(summary),
  };
}

export function asksForAnswer(
  { actions, allowReply }: Pick<RowSource, "actions" | "allowReply">,
): boolean {
  return actions.length > 0 || allowReply;
}

/** Reports whether there is something to cancel. */
export function hasOpen({ states }: Pick<Summary, "states">): boolean {
  return openStates.some((state) => states[state] > 0);
}
