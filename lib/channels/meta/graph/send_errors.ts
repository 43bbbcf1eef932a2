import type { GraphError } from "@/lib/channels/meta/read/event.ts";

/** What an error of the Graph API means for a message, by code and subcode: Meta changes words. */
export type ErrorClass =
  /** Too fast: tried again by the schedule. */
  | "pace"
  /** Meta's own trouble: tried again by the schedule. */
  | "theirs"
  /** Nobody knows whether it left. */
  | "unknown"
  | "person"
  /** The person wrote too long ago. */
  | "window"
  /** Another app has the conversation. */
  | "thread"
  | "wrong"
  /** Nothing leaves by the account until somebody mends it. */
  | "account";

/** Codes with one meaning whatever the subcode. */
const byCode: Record<Exclude<ErrorClass, "thread">, readonly number[]> = {
  pace: [4, 32, 613, 80007, 130429, 131048, 131056, 131064],
  theirs: [2, 1200, 131000, 131016, 131057, 135000],
  unknown: [1],
  person: [131026, 131030, 130472, 131049, 131050, 551],
  window: [131047],
  wrong: [33, 100, 131005, 131006, 131007, 131008, 131009, 131021, 131051, 131053, 131062],
  account: [0, 3, 10, 190, 230, 368, 130497, 131031, 131042, 131044, 131045, 131063],
};

/** `code/subcode` where the subcode decides. */
const bySubcode: Record<string, ErrorClass> = {
  "10/2018278": "window",
  "10/2534022": "window",
  "10/2018300": "thread",
  "100/2018001": "person",
};

const classes = new Map(
  Object.entries(byCode).flatMap(([name, codes]) =>
    codes.map((code) => [code, name as ErrorClass] as const)
  ),
);

/** An error of no known code is "wrong", and `isListed` false. */
export function classOf({ code, subcode }: GraphError): { name: ErrorClass; isListed: boolean } {
  const name = bySubcode[`${code}/${subcode}`] ?? classes.get(code ?? NaN) ?? rangeOf(code);
  return { name: name ?? "wrong", isListed: name !== undefined };
}

/** Permissions are 200 to 299, faults of templates 132000 to 132018. */
function rangeOf(code: number | null): ErrorClass | undefined {
  if (code === null) return undefined;
  if (code >= 200 && code <= 299) return "account";
  if (code >= 132000 && code <= 132018) return "wrong";
  return undefined;
}
