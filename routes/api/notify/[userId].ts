import * as z from "zod";
import { headerKey, keyHeader } from "@/lib/notify/sending/header_key.ts";
import { receipt } from "@/lib/notify/sending/notification_records.ts";
import { plainQuery, plainRequest } from "@/lib/notify/sending/plain_text.ts";
import { asKeyHolder } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { toReceiptReply } from "@/lib/http/envelope.ts";

export const handler = endpoint({
  POST: asKeyHolder({
    scope: "send",
    summary: "Send a text to a user's phones",
    description: "The title is `title` or the first line, cut to 120 characters; the body is the " +
      "rest, or all of it where there is none. A repeat with the same `Idempotency-Key` is no " +
      "second send.",
    params: z.object({
      userId: z.string().meta({
        description: "Id of the user that the notification is for, as the program calls them.",
      }),
    }),
    query: plainQuery,
    bodies: { "text/plain": z.string() },
    asBytes: true,
    returns: receipt,
    status: 202,
    also: { 200: "A repeat: the first receipt, with `duplicate: true`" },
    errors: ["idempotency_key_reused"],
    headers: keyHeader,
    runWithoutTransaction: async ({ req, key, url, bytes, query, services }) => {
      const request = plainRequest(lastPartOf(url), bytes, query, headerKey(req));
      return toReceiptReply(await services.sendQueue.send(key, request));
    },
  }),
});

/** Parameters of a path keep some characters encoded, such as the @ of an address. */
function lastPartOf({ pathname }: URL): string {
  return decodeURIComponent(pathname.split("/").filter(Boolean).at(-1)!);
}
