import type { IncomingMessage, ServerResponse } from "node:http";
import type { FurtherWays, Methods } from "./http/page_request.ts";

/**
 * Pages that a program adds to the gateway when it opens it, such as the demo. No setting adds any,
 * and `main.ts`, which production runs, passes none.
 */
export interface Additions {
  /** Actions by path and method, beside the gateway's own; they replace none of those. */
  pages?: Readonly<Record<string, Methods>>;
  furtherWays?: FurtherWays;
  /** Answers a request in the gateway's place. @returns whether it does */
  answer?: (req: IncomingMessage, res: ServerResponse) => boolean;
}
