/** Faults of Meta's, and of what is between, for one account. */
import { type FakeGraph, type Fault, graphError } from "@/tests/support/graph/graph.ts";
import { type Business, type BusinessAccount, subscribeBusiness } from "./business.ts";

export const faultNames = ["slow", "pace", "token", "subscription"] as const;
export type FaultName = (typeof faultNames)[number];

const slowMs = 8_000;

export class Faults {
  #calls = new Map<FaultName, Fault>();

  constructor(
    private readonly graph: FakeGraph,
    private readonly business: Business,
    private readonly account: BusinessAccount,
  ) {}

  /** Whether it is there; the app mends a lost subscription by itself. */
  has(name: FaultName): boolean {
    const { state } = this.graph;
    if (name === "token") return state.tokens.get(this.account.token)?.isRevoked ?? false;
    if (name === "subscription") return !state.subscribed.has(this.#subscription);
    return this.#calls.has(name);
  }

  turn(name: FaultName): void {
    const { state } = this.graph;
    if (name === "token") {
      const token = state.tokens.get(this.account.token)!;
      token.isRevoked = !token.isRevoked;
    } else if (name === "subscription") {
      if (this.has(name)) subscribeBusiness(this.graph, this.business, this.account);
      else state.subscribed.delete(this.#subscription);
    } else this.#turnCalls(name);
  }

  get #subscription(): string {
    return `${this.business.app.id}:${this.account.subscribedId}`;
  }

  #turnCalls(name: "slow" | "pace"): void {
    const { faults } = this.graph;
    const fault = this.#calls.get(name);
    if (fault) {
      faults.splice(faults.indexOf(fault), 1);
      this.#calls.delete(name);
      return;
    }
    const path = `${this.account.ownId}/messages`;
    const code = this.account.kind === "whatsapp" ? 130429 : 613;
    const answer = name === "slow"
      ? () => new Promise<undefined>((resolve) => setTimeout(resolve, slowMs))
      : () => graphError(429, { code, message: `(#${code}) Rate limit hit` });
    const added = { path, times: Infinity, answer };
    this.#calls.set(name, added);
    faults.unshift(added);
  }
}
