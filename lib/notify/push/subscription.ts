import * as z from "zod";
import { text } from "@/lib/input/input.ts";
import { message } from "@/lib/input/messages.ts";

/** A browser's subscription (Push API, `PushSubscription.toJSON()`). */
export const subscriptionBody = z.strictObject({
  endpoint: text({ max: 2048 }).meta({ override: { type: "string", format: "uri" } }).meta({
    description: "Where the browser's push service takes messages for it.",
  }),
  expirationTime: z.number().nullable().optional().meta({
    description: "Taken as browsers give it, and not used: a push service says when it is over.",
  }),
  keys: z.strictObject({
    p256dh: bytes(65).refine((point) => point[0] === 4, { error: message("pushKey") }).meta({
      description: "Its public key, a P-256 point: 65 bytes in base64url.",
    }),
    auth: bytes(16).meta({ description: "Its secret: 16 bytes in base64url." }),
  }).meta({ description: "What messages to the browser are encrypted with (RFC 8291)." }),
}).meta({ id: "BrowserSubscription" });

export type Subscription = z.output<typeof subscriptionBody>;

export const subscriptionRecord = z.object({
  deviceId: z.uuid().meta({ description: "Id of the paired phone, a UUID." }),
  endpoint: z.url().nullable().meta({
    description: "Where this pairing is pushed to; null where it is not.",
  }),
}).meta({ id: "PhoneSubscription" });

type FromBase64 = { fromBase64(text: string, options: { alphabet: string }): Uint8Array };

/** base64url (RFC 4648, section 5) of so many bytes, with or without padding. */
function bytes(length: number) {
  return z.string().max(200).transform((value, ctx) => {
    try {
      const read = (Uint8Array as unknown as FromBase64)
        .fromBase64(value, { alphabet: "base64url" });
      if (read.length === length) return read;
    } catch {
      // Not base64url.
    }
    ctx.addIssue(message("base64url", length));
    return z.NEVER;
  }).meta({ override: { type: "string" } });
}
