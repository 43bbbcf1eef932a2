import { long } from "../../faults/support/proof.ts";

/** Rows that a statement may handle for each that it gives or changes. */
export const factor = 20;

/** Rows beside those. */
export const least = 1_000;

/**
 * The same for calls and sweeps as they are, and for lists where five rows stand for all. A sample
 * says something else each time, and now and then Postgres looks through a table once for it: PROVE=1 tells of these too.
 * What compares each row with each is far above.
 */
export const leastOfCalls = long ? least : 100_000;
