/** Sends messages, checked as Meta checks them. */
import type { GraphHandler } from "./graph.ts";

export const answerSends: GraphHandler = () => undefined;
