import * as z from "zod";
import { appCreate, appRecord, listedApp } from "@/lib/channels/meta/apps/app.ts";
import { createApp, listApps } from "@/lib/channels/meta/apps/apps.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created } from "@/lib/http/envelope.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The company's Meta apps, by name",
    description: "After them the apps of other companies that it may put accounts beneath.",
    returns: z.array(listedApp),
    run: ({ trx, member, services }) =>
      listApps(trx, { ...member, publicUrl: services.config.publicUrl }),
  }),
  POST: asMember({
    summary: "Add a Meta app",
    description:
      "Its hook and verify token are then copied into the app at Meta. 409 `secrets_missing` where " +
      "the operator keeps no SECRETS_KEYS, `duplicate` where the company has the `app_id` already, " +
      "`limit_reached` past 20.",
    body: appCreate,
    returns: appRecord,
    status: 201,
    errors: ["secrets_missing", "duplicate", "limit_reached"],
    run: async ({ trx, member, body, services }) => {
      const caller = { ...member, publicUrl: services.config.publicUrl };
      const app = await createApp(trx, caller, body, services.secretCipher);
      return created(app, `/api/admin/meta-apps/${app.id}`);
    },
  }),
});
