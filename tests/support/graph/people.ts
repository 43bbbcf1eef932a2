/** Names of people, and conversations. */
import type { GraphHandler } from "./graph.ts";

export const answerPeople: GraphHandler = () => undefined;
