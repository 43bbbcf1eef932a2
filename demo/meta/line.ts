import type { GraphSent } from "@/tests/support/graph/state.ts";
import type { ActName } from "./acts.ts";

export interface LineFile {
  /** Meta's id of the media. */
  id: string;
  name: string;
  type: string;
}

/** A message of a thread as the customer's phone shows it. */
export interface Line {
  /** Meta's id of it. */
  id: string;
  /** One of the customer's. */
  personId: string;
  side: "customer" | "company";
  /** Null: the company. */
  by: string | null;
  at: Date;
  text: string;
  act: ActName;
  files: LineFile[];
  /** What it quotes. */
  answers: string | null;
  /** The customer has put `❤️` to it. */
  hasHeart: boolean;
  edits: number;
  isUnsent: boolean;
  state: "sent" | "delivered" | "read";
  /** Null where it was not sent by Relevo. */
  sent: GraphSent | null;
}
