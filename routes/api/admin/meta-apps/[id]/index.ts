import { appPatch, appRecord } from "@/lib/channels/meta/apps/app.ts";
import { changeApp, findApp } from "@/lib/channels/meta/apps/apps.ts";
import { deleteWithAccounts } from "@/lib/channels/meta/apps/delete_app.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams, versionQuery } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Read a Meta app",
    description: "A deleted one is 404, and so is another company's.",
    params: idParams,
    returns: appRecord,
    run: ({ trx, member, params, services }) =>
      findApp(trx, { ...member, publicUrl: services.config.publicUrl }, params.id),
  }),
  PATCH: asMember({
    summary: "Change a Meta app",
    description: "Secrets that are given take the place of the old ones at once.",
    params: idParams,
    body: appPatch,
    returns: appRecord,
    errors: ["version_conflict", "secrets_missing"],
    run: ({ trx, member, params, body, services }) => {
      const caller = { ...member, publicUrl: services.config.publicUrl };
      return changeApp(trx, caller, params.id, body, services.secretCipher);
    },
  }),
  DELETE: asMember({
    summary: "Delete a Meta app",
    description:
      "For good: its hook is 404 at once, its secrets and problems go, and the company's " +
      "accounts beneath it are deleted. Those of companies that it was shared with fail.",
    params: idParams,
    query: versionQuery,
    returns: appRecord,
    errors: ["version_conflict"],
    run: ({ trx, member, params, query, language, services }) => {
      const actor = { ...member, language, publicUrl: services.config.publicUrl };
      return deleteWithAccounts(trx, actor, params.id, services.channelHandlers, query);
    },
  }),
});
