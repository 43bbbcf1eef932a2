/** One row of a list, of the same size however many recipients. */

const rowStates = [
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
  /** In the order of `rowStates`. */
  states: { state: RowState; count: number }[];
  /** The newest ones, `answersShown` at most. */
  answers: RowAnswer[];
  answerCount: number;
  /** Whether an answer may still come. */
  open: boolean;
}

/** Part of a notification's record, from the database or as JSON. */
export interface RowSource {
  id: string;
  title: string;
  body: string;
  type: NotificationRow["type"];
  createdAt: Date | string;
  expiresAt: Date | string | null;
  actions: unknown[];
  allowReply: boolean;
  recipients: {
    userId: string;
    status: Exclude<RowState, "answered" | "read">;
    readAt: Date | string | null;
    response: {
      action: { label: string } | null;
      reply: string | null;
      respondedAt: Date | string;
    } | null;
  }[];
}

const answersShown = 2;

export function toRow(record: RowSource): NotificationRow {
  const { id, title, body, type, recipients } = record;
  const states = recipients.map(stateOf);
  const answered = recipients.filter((recipient) => recipient.response !== null)
    .sort((a, b) => at(b.response!.respondedAt) - at(a.response!.respondedAt));
  return {
    id,
    title,
    body,
    type,
    createdAt: new Date(record.createdAt).toISOString(),
    to: { first: recipients[0]?.userId ?? "", count: recipients.length },
    states: rowStates.map((state) => ({ state, count: countOf(states, state) }))
      .filter(({ count }) => count > 0),
    answers: answered.slice(0, answersShown).map(({ userId, response }) => ({
      userId,
      label: response!.action?.label ?? null,
      reply: response!.reply,
    })),
    answerCount: answered.length,
    open: (record.actions.length > 0 || record.allowReply) && states.some(isOpen),
  };
}

function stateOf({ status, readAt, response }: RowSource["recipients"][number]): RowState {
  if (response) return "answered";
  const arrived = status === "sent" || status === "queued" || status === "delivered";
  return readAt !== null && arrived ? "read" : status;
}

function isOpen(state: RowState): boolean {
  return ["read", "delivered", "sent", "queued", "failed"].includes(state);
}

function countOf(states: RowState[], state: RowState): number {
  return states.filter((one) => one === state).length;
}

function at(instant: Date | string): number {
  return new Date(instant).getTime();
}
