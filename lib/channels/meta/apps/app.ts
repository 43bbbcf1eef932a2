import { hookObjects } from "@/lib/values/hook_object.ts";
import * as z from "zod";
import { accessToken, metaKinds } from "@/lib/channels/meta/account_settings.ts";
import * as field from "@/lib/input/fields.ts";
import { nameText } from "@/lib/input/input.ts";
import { pageQuery } from "@/lib/input/list.ts";

/** A company's app at Meta: its hook brings what WhatsApp, Instagram and Facebook deliver. */

const name = nameText({ max: 60 }).meta({ description: "Name of the app, as members see it." });
const appId = z.string().trim().regex(/^\d{1,30}$/).meta({
  description: "Meta's id of the app: digits, from the app's dashboard.",
});
const verifyToken = z.string().trim().regex(/^[\x21-\x7e]{8,200}$/).meta({
  description: "What Meta shows at the handshake; made unless given. Printable ASCII.",
});
const secret = z.string().trim().regex(/^[\x21-\x7e]{8,200}$/);

const secrets = z.strictObject({
  app_secret: secret.meta({ description: "The app's secret, which signs hooks. Never read." }),
  instagram_app_secret: secret.nullable().optional().meta({
    description: "The second secret of an app with Instagram Login, which signs Instagram's " +
      "hooks. Never read.",
  }),
}).meta({ id: "MetaAppSecrets" });

const companies = z.array(field.id).max(50).meta({
  description: "Further companies that may put accounts beneath the app. The caller is a member " +
    "of each that is added; they read its id and name.",
});

export const appCreate = z.strictObject({
  name,
  app_id: appId,
  verify_token: verifyToken.optional(),
  companies: companies.default([]),
  secrets: secrets.meta({ description: "What the app signs its hooks with." }),
}).meta({ id: "MetaAppCreate" });
export type AppCreate = z.output<typeof appCreate>;

export const appPatch = z.strictObject({
  name: name.optional(),
  verify_token: verifyToken.optional(),
  companies: companies.optional(),
  secrets: secrets.partial().optional().meta({
    description: "New secrets of the app; what is left out stays.",
  }),
  version: field.version,
}).meta({ id: "MetaAppPatch" });
export type AppPatch = z.output<typeof appPatch>;

const instants = z.object({
  handshake_at: z.iso.datetime().nullable().meta({
    description: "When Meta last proved the address with the verify token; null before.",
  }),
  last_hook_at: z.iso.datetime().nullable().meta({
    description: "When a signed call last came, exact to a minute; null before.",
  }),
});

export const appRecord = z.object({
  ...field.recordFields,
  name: z.string().meta({ description: "Name of the app, as members see it." }),
  app_id: z.string().meta({ description: "Id that Meta gave the app." }),
  hook: z.string().meta({ description: "Address that Meta calls, to be copied into the app." }),
  verify_token: z.string().meta({ description: "Token to be copied beside the address." }),
  companies: z.array(z.int()).meta({ description: "Further companies that may use the app." }),
  objects: z.object({
    whatsapp_business_account: instants.meta({
      description: "Of the hooks that WhatsApp numbers cause.",
    }),
    page: instants.meta({ description: "Of the hooks that Facebook pages cause." }),
    instagram: instants.meta({ description: "Of the hooks that Instagram accounts cause." }),
  }).meta({ description: "What each object of the app has been heard of." }),
  refused: z.object({
    count: z.int().meta({ description: "How many such calls came in the last 24 hours." }),
    last_at: z.iso.datetime().nullable().meta({
      description: "When the last came, exact to a minute; null before the first.",
    }),
  }).meta({ description: "Calls whose signature fits none of the secrets." }),
  problems: z.int().meta({
    description: "How many `GET /meta-apps/:id/problems` has, 1,000 at most.",
  }),
}).meta({ id: "MetaApp" });

/** An app of another company that this one may use. */
const sharedRecord = z.object({
  id: z.int().meta({ description: "Id of the app in its own company." }),
  name: z.string().meta({ description: "Name that its own company gave it." }),
  shared: z.literal(true).meta({ description: "The app is another company's." }),
}).meta({ id: "SharedMetaApp" });

export const listedApp = z.union([appRecord, sharedRecord]);

export const problemParams = z.object({
  id: field.idParams.shape.id.meta({ description: "Id of the Meta app that has the problem." }),
  problem_id: field.idParams.shape.id.meta({ description: "Id of the problem of this app." }),
});

export const problemQuery = z.strictObject(pageQuery);

export const problemRecord = z.object({
  id: z.int().meta({ description: "Id of the problem of this app." }),
  kind: z.enum(["unknown_account", "no_hook", "unreadable"]).meta({
    description: "`unknown_account`: no account has the id that events name. `no_hook`: the body " +
      "of a signed call is none of Meta's. `unreadable`: reading it ended its process.",
  }),
  object: z.enum(hookObjects).nullable().meta({
    description: "Object of Meta's that the events are of; null of a body that is no hook.",
  }),
  external_id: z.string().nullable().meta({
    description: "Id of the number, page or account that events name; null of such a body.",
  }),
  first_at: z.iso.datetime().meta({ description: "When the first of them came." }),
  last_at: z.iso.datetime().meta({ description: "When the last of them came." }),
  count: z.int().meta({
    description: "How many came that day (UTC); the first 1,000 are kept and can be read again.",
  }),
  error: z.string().meta({ description: "What is wrong and what to do, in words." }),
}).meta({ id: "MetaAppProblem" });

export const assetsQuery = z.strictObject({
  access_token: accessToken.meta({ description: "Access token to try; nothing of it is kept." }),
}).meta({ id: "MetaAssetsQuery" });

export const assetRecord = z.object({
  kind: z.enum(metaKinds).meta({ description: "Kind of account that it would be." }),
  settings: z.record(z.string(), z.union([z.string(), z.int()])).meta({
    description: "Settings to connect it with, by `POST /channels`.",
  }),
  name: z.string().nullable().meta({ description: "Its name, as Meta has it." }),
  address: z.string().nullable().meta({
    description: "What customers write to, such as `m.me/workshop`.",
  }),
  connected: z.boolean().meta({
    description: "Whether an account beneath the app has it already.",
  }),
}).meta({ id: "MetaAsset" });
