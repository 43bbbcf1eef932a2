import * as z from "zod";
import { comparedAddress } from "@/lib/input/addresses/email_address.ts";
import * as field from "@/lib/input/fields.ts";
import { nameText } from "@/lib/input/input.ts";
import { issueWords } from "@/lib/input/issue_words.ts";
import {
  emailSecrets,
  mailSettings,
  newMailSettings,
  signInWays,
} from "@/lib/channels/accounts/email_settings.ts";
import {
  accessToken,
  facebookSettings,
  metaSettings,
  newInstagramSettings,
  whatsappSettings,
} from "@/lib/channels/meta/account_settings.ts";
import { accountKinds } from "@/lib/values/account_kinds.ts";

/** An account: a mailbox, number, page or program of a company, that messages pass by. */

export const accountStates = ["checking", "working", "failing", "paused"] as const;
export type AccountState = (typeof accountStates)[number];

/** States in which a verb may be used. */
export const accountCan = {
  pause: ["checking", "working", "failing"],
  resume: ["paused"],
} as const satisfies Record<string, readonly AccountState[]>;

const channels = [
  "web",
  "whatsapp",
  "instagram",
  "facebook",
  "phone",
  "referral",
  "other",
] as const;
const channel = z.enum(channels);

const name = nameText({ max: 60 }).meta({ description: "Name of the account, as members see it." });
const callbackUrl = z.union([z.string(), z.null()]).meta({
  description:
    "Where messages to customers are posted, https; null where it only brings messages. " +
    "A host that is not public is 422 `host_refused`.",
});
const settings = z.strictObject({
  callback_url: callbackUrl.optional(),
  ...mailSettings,
  sign_in: z.enum(signInWays).optional().meta({
    description: "Of a mailbox: how it is signed in to. Changed to `password` together with " +
      "`secrets`; a provider's own begins at `/channels/oauth/:provider/start`.",
  }),
  ...metaSettings,
}).meta({ id: "ChannelSettings" });

const anySecrets = z.strictObject({
  ...emailSecrets.partial().shape,
  access_token: accessToken.optional(),
}).meta({ id: "ChannelSecrets", description: "Secrets of the account, which no answer returns." });

const tokenSecrets = z.strictObject({ access_token: accessToken });

const anyCreate = z.strictObject({
  kind: z.enum(["program", "email", "whatsapp", "instagram", "facebook"]).meta({
    description: "`program`: brings and takes messages by the API. `email`: a mailbox, which " +
      "needs an e-mail address, `settings.imap`, `settings.smtp` and `secrets`. `whatsapp`: a " +
      "number of the Cloud API, `instagram`: a professional account, `facebook`: a page's " +
      "Messenger; these need `settings.meta_app_id`, Meta's ids and `secrets.access_token`.",
  }),
  channel: channel.optional().meta({
    description: "Of a program: channel of the contacts that it brings.",
  }),
  name: name.optional().meta({
    description: "Name of the account, as members see it. Of WhatsApp, Instagram and Facebook " +
      "Meta's own unless given; every other account needs it.",
  }),
  address: field.optionalLine(254).meta({
    description:
      "Of a program what customers write to, such as a bot's name; one live account of a " +
      "kind has it. A mailbox needs it: an e-mail address. WhatsApp, Instagram and Facebook tell their own.",
  }),
  settings: settings.optional().meta({
    description: "As its kind has them: settings of the account. Each but a program needs it.",
  }),
  secrets: anySecrets.optional().meta({
    description:
      "As its kind has them: password of a mailbox, or access token for Meta. Each but a " +
      "program needs it.",
  }),
});

const byKind = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("program"),
    channel: channel.default("other"),
    name,
    address: field.optionalLine(254),
    settings: z.strictObject({ callback_url: callbackUrl.default(null) })
      .default({ callback_url: null }),
  }),
  z.strictObject({
    kind: z.literal("email"),
    name,
    address: field.email.transform(comparedAddress),
    settings: newMailSettings,
    secrets: emailSecrets,
  }),
  ofMeta("whatsapp", whatsappSettings),
  ofMeta("facebook", facebookSettings),
  ofMeta("instagram", newInstagramSettings),
]);

function ofMeta<K extends string, S extends z.ZodType>(kind: K, settings: S) {
  const common = { name: name.optional(), secrets: tokenSecrets };
  return z.strictObject({ kind: z.literal(kind), settings, ...common });
}

export const accountCreate = anyCreate.transform((input, ctx): z.output<typeof byKind> => {
  const read = byKind.safeParse(input, { error: issueWords });
  if (read.success) return read.data;
  for (const issue of read.error.issues) ctx.addIssue({ ...issue });
  return z.NEVER;
}).meta({ id: "ChannelCreate" });
export type AccountCreate = z.output<typeof accountCreate>;

export const accountPatch = z.strictObject({
  name: name.optional(),
  address: field.optionalLine(254).meta({
    description:
      "Address that customers write to; a mailbox's stays an e-mail address. What Meta " +
      "tells cannot be changed.",
  }),
  settings: settings.optional().meta({
    description: "Settings of the account; those left out stay as they are.",
  }),
  secrets: anySecrets.optional().meta({
    description:
      "Of a mailbox: its password, needed again where the server changes. Of WhatsApp, " +
      "Instagram and Facebook: another access token, needed where `meta_app_id` changes.",
  }),
  version: field.version,
}).meta({ id: "ChannelPatch" });
export type AccountPatch = z.output<typeof accountPatch>;

export const accountRecord = z.object({
  ...field.recordFields,
  kind: z.enum(accountKinds).meta({
    description: "Kind of the account, which decides its settings.",
  }),
  channel: channel.meta({ description: "The channel of contacts that it makes." }),
  name: z.string().meta({ description: "Name of the account, as members see it." }),
  address: z.string().nullable().meta({
    description: "Address or number that customers write to.",
  }),
  state: z.enum(accountStates).meta({
    description: "`checking` until it has been used or tested, `failing` since its last call " +
      "failed. `paused`: what comes is kept and read on resume, what is to go waits.",
  }),
  paused_by: z.enum(["member", "loop"]).nullable().meta({
    description: "Who paused it; `loop`: more than 60 messages a minute with one contact.",
  }),
  last_error: z.string().nullable().meta({
    description: "What went wrong last, in words; null where its last call went well.",
  }),
  failing_since: z.iso.datetime().nullable().meta({
    description: "When the first of its calls failed, with none since that went well; null where " +
      "its last call went well.",
  }),
  last_received_at: z.iso.datetime().nullable().meta({
    description: "When a message last came in.",
  }),
  last_sent_at: z.iso.datetime().nullable().meta({
    description: "When a message last went out by it.",
  }),
  quality: z.string().nullable().meta({
    description: "Of a WhatsApp number: Meta's rating, such as `GREEN`; null where unknown.",
  }),
  token_ends_at: z.iso.datetime().nullable().meta({
    description: "When Meta's access token ends; null where it does not or is not known.",
  }),
  subscribed_at: z.iso.datetime().nullable().meta({
    description: "When Meta last said that its hooks come; null for other kinds.",
  }),
  can_send: z.boolean().meta({ description: "Whether messages can go out by it." }),
  waiting: z.int().meta({ description: "How many messages that came in are still to be read." }),
  problems: z.int().meta({ description: "How many messages that came in could not be read." }),
  import: z.object({
    done: z.int().meta({ description: "How many messages were brought so far." }),
    total: z.int().meta({ description: "How many messages there are to bring." }),
  }).nullable().meta({
    description: "Progress while the mail since `import_since` is read; else null.",
  }),
  reads: z.object({
    folder: z.string().meta({ description: "The folder that new mail is read from." }),
    sent: z.boolean().meta({ description: "Whether the folder of sent mail is read too." }),
    since: z.iso.datetime().meta({
      description: "Instant before which mail that came in is not read.",
    }),
    looked_at: z.iso.datetime().nullable().meta({
      description: "When it was last looked into; null before the first time.",
    }),
  }).nullable().meta({
    description: "The folders that are read of a mailbox; null of `program`, `whatsapp`, " +
      "`instagram` and `facebook`, which deliver by themselves.",
  }),
  settings: settings.meta({
    description: "Settings of the account, as its kind has them, without secrets.",
  }),
}).meta({ id: "ChannelAccount" });

export const newAccountRecord = z.intersection(
  accountRecord,
  z.object({
    secret: z.string().nullable().meta({
      description: "Of a program: `whsec_…`, shown this once: keys both signatures of what is " +
        "posted.",
    }),
  }),
).meta({ id: "CreatedChannel" });

export const accountStep = z.object({
  name: z.string().meta({ description: "Name of the step of the test." }),
  ok: z.boolean().meta({ description: "Whether this step of the test succeeded." }),
  error: z.string().nullable().meta({ description: "What went wrong in this step, in words." }),
  advice: z.string().nullable().meta({ description: "What a person can do about it." }),
});

export const testRecord = z.object({
  steps: z.array(accountStep).meta({
    description: "In order, up to the first that failed; in the caller's language.",
  }),
}).meta({ id: "ChannelTest" });
