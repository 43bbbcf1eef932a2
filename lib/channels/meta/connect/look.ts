import type { Failure } from "@/lib/channels/accounts/failure.ts";
import type { TemplateRow } from "@/lib/channels/meta/templates/read_template.ts";
import type { MetaAccount } from "@/lib/channels/meta/connect/meta_account.ts";
import { metaFailure } from "@/lib/channels/meta/connect/failures.ts";
import type { LookStep } from "@/lib/channels/meta/connect/words.ts";
import type { Untyped } from "@/lib/channels/meta/untyped.ts";
import {
  callGraph,
  type GraphAnswer,
  type GraphCall,
  type GraphCaller,
  type GraphNetwork,
} from "@/lib/channels/meta/graph/graph.ts";

/** What looking at an account at Meta told, step by step up to the first that failed. */
export interface Look {
  steps: { name: LookStep; failure: Failure | null }[];
  failure: Failure | null;
  learnt: Learnt;
}

export interface Learnt {
  address?: string;
  name?: string;
  quality?: string | null;
  tokenEndsAt?: Date | null;
  isSubscribed?: true;
  /** Hooks had stopped, and were asked for again. */
  wasLost?: true;
  /** A page's own token, in place of that of who manages it. */
  token?: string;
  appScopedId?: string;
  templates?: TemplateRow[];
}

/** What steps work with; a step may put another caller in its place. */
export interface Looking {
  account: MetaAccount;
  caller: GraphCaller;
  learnt: Learnt;
  numberState?: string;
  me?: Untyped;
  /** @throws LookFailure unless Graph answers what was asked */
  ask(call: GraphCall, caller?: GraphCaller): Promise<Untyped>;
  answer(call: GraphCall, caller?: GraphCaller): Promise<GraphAnswer>;
}

export class LookFailure extends Error {
  constructor(readonly failure: Failure) {
    super(failure.outcome);
  }
}

/** Whether it says something of the account, and not only that Meta is out of reach. */
export function isOfAccount({ outcome }: Failure): boolean {
  return outcome.startsWith("meta_")
    ? !["meta_pace", "meta_theirs", "meta_odd"].includes(outcome)
    : outcome === "secret";
}

export type StepList = readonly (readonly [LookStep, (looking: Looking) => Promise<void>])[];

/** Each call has this long: a person waits for the answer. */
const callMs = 8_000;

/** Makes the steps in order. Changes nothing here; at Meta it subscribes what is not subscribed. */
export async function lookBy(
  steps: StepList,
  account: MetaAccount,
  { network, signal }: { network: GraphNetwork; signal?: AbortSignal },
): Promise<Look> {
  const look: Look = { steps: [], failure: null, learnt: {} };
  const [first] = steps;
  if (!account.app || !account.caller) {
    look.failure = { outcome: account.isAppGone ? "meta_app" : "secret", status: null };
    look.steps.push({ name: first![0], failure: look.failure });
    return look;
  }
  const answer = (call: GraphCall, caller?: GraphCaller) =>
    callGraph(network, caller ?? looking.caller, { timeoutMs: callMs, signal, ...call });
  const looking: Looking = {
    account,
    caller: account.caller,
    learnt: look.learnt,
    answer,
    async ask(call, caller) {
      const result = await answer(call, caller);
      if (result.kind === "ok") return result.json;
      throw new LookFailure(metaFailure(result));
    },
  };
  for (const [name, step] of steps) {
    const failure = await step(looking).then(() => null, (error) => {
      if (error instanceof LookFailure) return error.failure;
      throw error;
    });
    look.steps.push({ name, failure });
    look.failure = failure;
    if (failure) break;
  }
  return look;
}
