import * as z from "zod";
import { text, validate } from "@/lib/input/input.ts";
import { limits } from "@/lib/notify/sending/notification.ts";

const name = "Idempotency-Key";

export const keyHeader = z.object({
  [name]: text({ max: limits.idempotencyKey }).optional().meta({
    description: "As `idempotencyKey`, which counts where both are there. Quotes around it " +
      "are left out.",
  }),
});

/** @throws Problem validation_failed (`Idempotency-Key`) */
export function headerKey(req: Request): string | undefined {
  const written = req.headers.get(name)?.trim();
  // A string of structured fields (RFC 9651, 3.3.3), as the header's draft has it.
  const value = written?.replace(/^"(.+)"$/, "$1");
  return validate(keyHeader, value ? { [name]: value } : {})[name];
}
