/** Tokens, numbers, pages, Instagram accounts, subscriptions and templates. */
import type { GraphHandler } from "./graph.ts";

export const answerAccounts: GraphHandler = () => undefined;
