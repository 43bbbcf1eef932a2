/** Two companies, and the marks that show when one's data reaches the other. */
import assert from "node:assert/strict";
import { people, type World } from "../support/world.ts";

/** A company, a member of no other company, and the marks in all of its data. */
export interface Side {
  companyId: 1 | 2;
  /** An employee of this company alone. */
  member: string;
  /** A program's key. */
  key: string;
  /** Part of every text of the company. */
  word: string;
  /** Part of its telephone numbers. */
  phone: string;
}

type Sides = Record<1 | 2, Side>;

export function sidesOf(world: World): Sides {
  const { shop, studio } = world.keys;
  return {
    1: { companyId: 1, member: people.ana, key: shop, word: "Llave7f3a9", phone: "655501901" },
    2: { companyId: 2, member: people.eva, key: studio, word: "Faro5c05e2", phone: "644402802" },
  };
}

/** Whether the text contains a mark of the side, in any encoding. */
export function shows({ word, phone, member }: Side, text: string): boolean {
  const folded = text.toLowerCase();
  return [word.toLowerCase(), phone, member].some((mark) => folded.includes(mark));
}

export function assertShowsNothingOf(side: Side, text: string, what: string): void {
  assert.ok(!shows(side, text), `${what} shows what is company ${side.companyId}'s: ${text}`);
}
