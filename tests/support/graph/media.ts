/** Uploads, and media of messages. */
import type { GraphHandler } from "./graph.ts";

export const answerMedia: GraphHandler = () => undefined;
