/** The phones of a company's customers: one with each app. */
import type { MetaKind } from "@/lib/channels/meta/account_settings.ts";
import type { FakeGraph } from "@/tests/support/graph/graph.ts";
import type { GraphMedia } from "@/tests/support/graph/state.ts";
import { Followers } from "../customer/followers.ts";
import type { ConnectedBusiness } from "./accounts.ts";
import { Phone } from "./phone.ts";

/** In the order of the page. */
export const phoneKinds = ["whatsapp", "instagram", "facebook"] as const;

export class Phones {
  readonly byKind: Record<MetaKind, Phone>;
  #followers = new Followers();

  constructor(
    private readonly graph: FakeGraph,
    readonly business: ConnectedBusiness,
    appUrl: string,
  ) {
    const tell = () => this.#followers.tell("all");
    const phone = (kind: MetaKind) =>
      new Phone({ graph, business, account: business.accounts[kind], appUrl, tell });
    this.byKind = {
      whatsapp: phone("whatsapp"),
      instagram: phone("instagram"),
      facebook: phone("facebook"),
    };
  }

  /** Calls back when there is something new on one of the phones. */
  follow(tell: () => void): () => void {
    return this.#followers.follow("all", tell);
  }

  mediaOf(id: string): GraphMedia | undefined {
    return this.graph.state.media.get(id);
  }
}

/** Has what companies send appear on the phones. */
export function connectPhones(graph: FakeGraph, all: readonly Phones[]): void {
  const phoneOf = (accountId: string) =>
    all.flatMap(({ byKind }) => Object.values(byKind))
      .find(({ account }) => account.ownId === accountId);
  let [sent, marks] = [graph.state.sent.length, graph.state.marks.length];
  graph.onAnswer = () => {
    for (const one of graph.state.sent.slice(sent)) {
      phoneOf(one.accountId)?.take(one).catch(() => {}); // the app may be gone by now
    }
    for (const { accountId, body } of graph.state.marks.slice(marks)) {
      phoneOf(accountId)?.mark(body);
    }
    [sent, marks] = [graph.state.sent.length, graph.state.marks.length];
  };
}
