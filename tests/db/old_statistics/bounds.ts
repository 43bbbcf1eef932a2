import { long } from "../../faults/support/proof.ts";

/** Rows that a statement may handle for each that it gives or changes. */
export const factor = 20;

/** Rows beside those. */
export const least = 1_000;

/**
 * Rows beside those for calls, for sweeps, and for lists where five rows are the statistics. Samples
 * differ from run to run, and with some Postgres looks through a table once: PROVE=1 reports these
 * too. A statement that compares each row with each handles far more.
 */
export const leastOfCalls = long ? least : 100_000;
