import { AsyncLocalStorage } from "node:async_hooks";

type Id = string | number;

/** The request that present work goes back to. */
interface Trace {
  requestId: string;
  /** Ids of what it made, for its log line. */
  made: Id[];
}

const mostMade = 20;
const current = new AsyncLocalStorage<Trace>();

export function traced<T>(trace: Trace, work: () => T): T {
  return current.run(trace, work);
}

export function currentTrace(): Trace | undefined {
  return current.getStore();
}

/** Notes what the present request has made. */
export function noteMade(...ids: Id[]): void {
  const trace = current.getStore();
  if (trace) trace.made.push(...ids.slice(0, mostMade - trace.made.length));
}
