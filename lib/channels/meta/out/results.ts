/** What came of a call that sends, by the classes of Graph's errors (reach.md). Pure. */
import type { GraphAnswer } from "@/lib/channels/meta/graph/graph.ts";
import { idIn, lineIn, objectsIn, type Untyped } from "@/lib/channels/meta/untyped.ts";
import { classOf, type ErrorClass } from "@/lib/channels/meta/graph/send_errors.ts";

export interface MetaResult {
  /** `sent`, `uncertain`, `graph_…` and a class, or why nothing was reached. */
  outcome: string;
  durationMs: number;
  status?: number;
  retryAfter?: string;
  /** Meta's own words. */
  detail?: string;
  graph?: GraphOutcome;
  /** Which of its account's tokens it was made with. */
  tokenAt?: string | null;
}

export interface GraphOutcome {
  name?: ErrorClass;
  code: number | null;
  /** An error that no table has: it is logged. */
  isUnlisted?: boolean;
  /** Meta's id of the message. */
  externalId?: string;
  /** What Meta said beside the state. */
  note?: string;
}

type Ended = Omit<MetaResult, "durationMs">;

export function resultOf(answer: GraphAnswer): Ended {
  if (answer.kind === "ok") return sentBy(answer.json, answer.status);
  if (answer.kind === "error") return refusalOf(answer);
  if (answer.kind === "odd") {
    const { status } = answer;
    if (status === 429) {
      return { outcome: "graph_pace", status, graph: { name: "pace", code: null } };
    }
    const isTheirs = status < 300 || status >= 500;
    return isTheirs ? { outcome: "uncertain", status } : {
      ...{ outcome: "graph_wrong", status },
      graph: { name: "wrong", code: null, isUnlisted: true },
    };
  }
  return { outcome: answer.mayHaveLeft ? "uncertain" : answer.outcome };
}

/** The same for an upload: nobody has got anything, so that what is unknown is tried again. */
export function uploadResultOf(answer: GraphAnswer): Ended {
  if (answer.kind === "unreached") return { outcome: answer.outcome };
  const result = resultOf(answer);
  return result.outcome === "uncertain" || result.outcome === "sent"
    ? {
      ...result,
      outcome: "graph_theirs",
      graph: { name: "theirs", code: result.graph?.code ?? null },
    }
    : result;
}

function sentBy(json: Untyped, status: number): Ended {
  const [message] = objectsIn(json.messages);
  const externalId = idIn(json.message_id) ?? idIn(message?.id);
  // A success that names no message is none.
  if (externalId === null) return { outcome: "uncertain", status };
  const state = lineIn(message?.message_status, 100);
  const note = state === null || state === "accepted" ? undefined : state;
  return { outcome: "sent", status, graph: { code: null, externalId, note } };
}

function refusalOf(
  { status, error, retryAfter }: Extract<GraphAnswer, { kind: "error" }>,
): Ended {
  const { name: own, isListed } = classOf(error);
  const name = isListed ? own : status === 429 ? "pace" : status >= 500 ? "unknown" : own;
  return {
    outcome: name === "unknown" ? "uncertain" : `graph_${name}`,
    status,
    retryAfter,
    detail: error.text ?? undefined,
    graph: { name, code: error.code, isUnlisted: !isListed },
  };
}

/** Classes that end a message: another attempt would end the same. */
const final: readonly (ErrorClass | undefined)[] = ["person", "window", "thread", "wrong"];

export function isFinal({ graph }: Pick<MetaResult, "graph">): boolean {
  return final.includes(graph?.name);
}
