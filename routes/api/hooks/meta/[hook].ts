import * as z from "zod";
import { markAdmitted } from "@/lib/fairness/anonymous_limit.ts";
import { asPublic } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

const params = z.object({
  hook: z.string().meta({ description: "The last part of a Meta app's `hook`." }),
});

export const handler = endpoint({
  GET: asPublic({
    summary: "Meta's handshake",
    description:
      "200 with the bare challenge where `hub.mode` is `subscribe` and `hub.verify_token` is the " +
      "app's, else 403 `verify_token_wrong`; 404 where no Meta app has the address.",
    params,
    query: z.looseObject({
      "hub.mode": z.string().optional().meta({
        description: "Always `subscribe`, as Meta sends it.",
      }),
      "hub.verify_token": z.string().optional().meta({
        description: "The `verify_token` of the Meta app.",
      }),
      "hub.challenge": z.string().optional().meta({
        description: "What Meta wants to read again: letters and digits.",
      }),
    }),
    returns: z.string(),
    mediaType: "text/plain",
    errors: ["verify_token_wrong"],
    run: async ({ url, req, params, services }) => {
      const challenge = await services.hooks.shake(params.hook, url.searchParams);
      markAdmitted(req);
      return plain(challenge);
    },
  }),
  POST: asPublic({
    summary: "What Meta posts of WhatsApp, Instagram and Facebook",
    description:
      "Signed by `X-Hub-Signature-256` with the app's secret, 3 MiB at most. Stored, then answered; " +
      "it is read afterwards. The same bytes again are taken and change nothing. What is no hook " +
      "of Meta's is taken too, and is a problem of the app.",
    params,
    query: z.looseObject({}),
    headers: z.object({
      "X-Hub-Signature-256": z.string().meta({
        description: "`sha256=` and the HMAC-SHA256 of the body with the app's secret, in 64 " +
          "lower-case hex digits.",
      }),
    }),
    bodies: {
      "application/json": z.unknown().meta({
        description: "A hook in the form that Meta's webhook reference gives it.",
      }),
    },
    returns: z.string(),
    mediaType: "text/plain",
    errors: ["unauthorized"],
    run: async ({ req, params, services }) => {
      await services.hooks.take(params.hook, req);
      markAdmitted(req);
      return plain("EVENT_RECEIVED");
    },
  }),
});

function plain(text: string): Response {
  return new Response(text, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
    },
  });
}
