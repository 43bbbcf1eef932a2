/**
 * The attempt to sign in, or to add a passkey, that a call of better-auth belongs to. Its hooks
 * refuse calls without one: no endpoint opens a session by itself.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { Refusal } from "./refusal.ts";
import { count } from "@/lib/metrics/registry.ts";
import type { Origin } from "./people.ts";

export type Attempt =
  /** A passkey; only of this address where one is expected. */
  | { way: "passkey"; expected?: string; opened?: Opened }
  /** A code that was sent by e-mail, with the digest of the browser that asked for it. */
  | { way: "code"; browser: string; opened?: Opened }
  /** A passkey made with an invitation. */
  | { way: "link"; token: string; email: string; userId?: string; opened?: Opened }
  /** A further passkey of someone who is signed in. */
  | { way: "add"; origin: Origin };

/** Rights of the session that the attempt opens. */
export interface Opened {
  proved: boolean;
  companyId: number | null;
  credentialId: string | null;
}

const attempts = new AsyncLocalStorage<Attempt>();

/** Runs a call of better-auth as part of the attempt. */
export function attempting<T>(attempt: Attempt, call: () => Promise<T>): Promise<T> {
  return attempts.run(attempt, call);
}

/** Counts how signing in ends: done, or the code of the refusal. */
export async function countSignIn<T>(
  way: "passkey" | "code" | "link",
  signIn: () => Promise<T>,
): Promise<T> {
  const note = (outcome: string) => count("relevo_gateway_sign_ins_total", [way, outcome]);
  try {
    const answer = await signIn();
    note("done");
    return answer;
  } catch (error) {
    note(error instanceof Refusal ? error.code : "internal");
    throw error;
  }
}

export function currentAttempt(): Attempt | undefined {
  return attempts.getStore();
}
