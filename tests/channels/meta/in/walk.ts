/** What a random walk knows of people and their contacts, beside what the service makes of it. */
import assert from "node:assert/strict";
import type { Random } from "../../../faults/support/random.ts";

export interface Step {
  /** Its place among the accounts: two numbers, a page, an Instagram account. */
  account: number;
  key: string;
  part: Record<string, unknown>;
}

interface Person {
  index: number;
  number: string;
  businessId: string;
  /** Nobody was told of the number. */
  isHidden: boolean;
  pageIds: [string, string];
}

const people = 12;
/** By number, by id, on a page, on Instagram. */
const mostContacts = 4;

export class Walk {
  #people: Person[];
  #count = 0;
  #at = Math.floor(Date.now() / 1_000) - 36_000;
  /** The person whose first message made the contact. */
  #owners = new Map<number, number>();
  #mergedInto = new Map<number, number>();

  constructor(private readonly random: Random) {
    this.#people = Array.from({ length: people }, (_, index) => ({
      index,
      number: `34600${100_000 + index}`,
      businessId: `ES.${index}000`,
      isHidden: random.happens(0.3),
      pageIds: [`70${10_000 + index}`, `80${10_000 + index}`],
    }));
  }

  next(count: number): Step[] {
    return Array.from({ length: count }, () => this.#step()).flat();
  }

  #step(): Step[] {
    const person = this.random.pick(this.#people);
    const account = this.random.between(0, 3);
    if (account >= 2) return [this.#page(person, account)];
    if (this.random.happens(0.05)) return this.#change(person);
    const { number, businessId, isHidden } = person;
    const byId = { from_user_id: businessId };
    const ways = isHidden ? [byId] : [{ from: number, ...byId }, { from: number }, byId];
    return [this.#whatsapp(account, {
      ...this.random.pick(ways),
      type: "text",
      text: { body: String(person.index) },
    })];
  }

  /** The event comes by both numbers, as Meta tells every account that knows the person. */
  #change(person: Person): Step[] {
    const { number, businessId } = person;
    const next = ++this.#count;
    const isOfNumber = this.random.happens(0.5);
    if (isOfNumber) person.number = `34611${100_000 + next}`;
    // Nobody had one that begins so.
    else person.businessId = `ES.77${next}`;
    const system = isOfNumber
      ? { type: "user_changed_number", wa_id: person.number, user_id: person.businessId }
      : { type: "user_changed_user_id", user_id: person.businessId, previous_user_id: businessId };
    const from = isOfNumber && !person.isHidden ? { from: number } : {};
    return [0, 1].map((account) =>
      this.#whatsapp(account, { ...from, from_user_id: businessId, type: "system", system })
    );
  }

  #whatsapp(account: number, message: Record<string, unknown>): Step {
    const id = `wamid.${++this.#count}`;
    const timestamp = String(++this.#at);
    return {
      account,
      key: id,
      part: { field: "messages", messages: [{ id, timestamp, ...message }] },
    };
  }

  #page({ index, pageIds }: Person, account: number): Step {
    const mid = `m_${++this.#count}`;
    const part = {
      sender: { id: pageIds[account - 2] },
      recipient: { id: "1" },
      timestamp: ++this.#at * 1_000,
      message: { mid, text: String(index) },
    };
    return { account, key: mid, part };
  }

  /** Contacts that were not merged into another. */
  live(): number[] {
    return [...this.#owners.keys()].filter((id) => !this.#mergedInto.has(id));
  }

  merge(from: number, into: number): void {
    this.#mergedInto.set(from, into);
  }

  unmerge(from: number): void {
    this.#mergedInto.delete(from);
  }

  check(messages: readonly { contact: number; person: number }[]): void {
    for (const { contact, person } of messages) {
      if (!this.#owners.has(contact)) this.#owners.set(contact, person);
    }
    const holders = Map.groupBy(this.#owners.keys(), (id) => this.#liveOf(id));
    const owners = new Map(
      [...holders].map(([live, ids]) => [live, new Set(ids.map((id) => this.#owners.get(id)))]),
    );
    for (const { contact, person } of messages) {
      assert.ok(owners.get(contact)?.has(person), `a message of ${person} is with ${contact}`);
    }
    const counts = Map.groupBy(this.#owners.values(), (person) => person);
    for (const [person, { length }] of counts) {
      assert.ok(length <= mostContacts, `${person} has ${length} contacts`);
    }
  }

  #liveOf(id: number): number {
    const into = this.#mergedInto.get(id);
    return into === undefined ? id : this.#liveOf(into);
  }
}
