/** The two sides of the wall between companies, and what betrays that something came over it. */
import assert from "node:assert/strict";
import { people, type World } from "../support/world.ts";

/** A company, someone who belongs to no other, and the marks in everything that it has. */
export interface Side {
  companyId: 1 | 2;
  /** An employee of this company alone. */
  member: string;
  /** A program's key. */
  key: string;
  /** Stands in every text that the company has. */
  word: string;
  /** Stands in its telephone numbers. */
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

/** Whether something of the side is in the text, however it is written. */
export function shows({ word, phone, member }: Side, text: string): boolean {
  const folded = text.toLowerCase();
  return [word.toLowerCase(), phone, member].some((mark) => folded.includes(mark));
}

export function assertShowsNothingOf(side: Side, text: string, what: string): void {
  assert.ok(!shows(side, text), `${what} shows what is company ${side.companyId}'s: ${text}`);
}
