import type { GraphError } from "@/lib/channels/meta/read/event.ts";
import {
  lineIn,
  numberIn,
  objectIn,
  objectsIn,
  type Untyped,
} from "@/lib/channels/meta/untyped.ts";

/** An error of the Graph API, as answers and statuses have it. */
export function graphError(error: Untyped): GraphError {
  return {
    code: wholeIn(error.code),
    subcode: wholeIn(error.error_subcode),
    text: lineIn(objectIn(error.error_data)?.details, 500) ?? lineIn(error.message, 500) ??
      lineIn(error.title, 500),
  };
}

export function graphErrors(value: unknown): GraphError[] {
  return objectsIn(value).slice(0, 10).map(graphError);
}

function wholeIn(value: unknown): number | null {
  const number = numberIn(value);
  return number !== null && Number.isSafeInteger(number) ? number : null;
}
