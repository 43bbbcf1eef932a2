import * as z from "zod";
import { heldPairing } from "@/lib/access/device.ts";
import { describePairings } from "@/lib/notify/inbox/pairings.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { asPairedBrowser } from "@/lib/http/phones/paired_browser.ts";

export const handler = endpoint({
  GET: asPairedBrowser({
    summary: "The pairings that this browser holds",
    description:
      "By all of its cookies, or by the one token. Each pairing's cookie lasts another " +
      "year from this call on. One that has ended is left out, and its cookie is removed; with " +
      "none left the answer is 401. A browser that sends no credential at all may ask with " +
      "`none=empty` for an empty list in place of 401, as an app does that nobody has paired yet.",
    query: z.strictObject({
      none: z.literal("empty").optional().meta({
        description: "What a browser without any credential gets: `empty` for an empty list.",
      }),
    }),
    mayBeNone: ({ none }) => none === "empty",
    returns: z.array(heldPairing),
    run: async ({ trx, companyId, devices, services }) => {
      const pairings = await describePairings(trx, { companyId }, devices);
      return pairings.map((pairing) => ({ ...pairing, pushKey: services.push?.publicKey ?? null }));
    },
  }),
});
