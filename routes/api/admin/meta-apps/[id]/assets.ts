import * as z from "zod";
import { assetRecord, assetsQuery } from "@/lib/channels/meta/apps/app.ts";
import { markConnected, readAssets } from "@/lib/channels/meta/apps/assets.ts";
import { findCallableApp } from "@/lib/channels/meta/apps/find_app.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "List what an access token reaches at Meta",
    description:
      "Numbers, pages and Instagram accounts, to choose from instead of copying ids. Nothing is " +
      "kept. A token that Meta does not take is 422 `access_token` with the reason. Also of an " +
      "app that another company shares.",
    params: idParams,
    body: assetsQuery,
    returns: z.array(assetRecord),
    errors: ["secrets_missing"],
    runWithoutTransaction: async ({ asMember, params, body, services }) => {
      const tenant = await asMember(({ member }) => Promise.resolve(member));
      const { secretCipher, database: { db }, graphNetwork: network } = services;
      const app = await findCallableApp(db, secretCipher, tenant, params.id);
      const assets = await readAssets({ app, tenant, token: body.access_token, network });
      return await markConnected(db, params.id, assets);
    },
  }),
});
