import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { message } from "@/lib/input/messages.ts";

/** Settings of accounts of Meta, as they are stored and as the API has them. */

const externalId = z.string().trim().regex(/^[1-9]\d{0,29}$/);

/** A token as it stands in a header; an app's own has a `|`. */
export const accessToken = z.string().trim().regex(/^[\x21-\x7e]{1,1000}$/).meta({
  description: "Access token from Meta: of a system user, a page, or Instagram. Never read.",
});

const fields = {
  meta_app_id: field.id.meta({ description: "Id of the Meta app that the account is beneath." }),
  phone_number_id: externalId.meta({ description: "Meta's id of the number, not the number." }),
  waba_id: externalId.meta({ description: "Meta's id of the WhatsApp Business account." }),
  page_id: externalId.meta({
    description: "Meta's id of the page; of Instagram needed with `login` `page`.",
  }),
  login: z.enum(["page", "instagram"]).meta({
    description: "Where the token is from: of the page that it is linked to, or of Instagram.",
  }),
  ig_id: externalId.meta({ description: "Meta's id of the Instagram account." }),
  /** The same account as `/me` calls it; learnt while connecting. */
  app_scoped_id: externalId.meta({
    description: "A second id of the Instagram account, which Relevo learns; it cannot be set.",
  }),
  read_marks: z.boolean().meta({
    description: "Whether people see that a member has read their messages.",
  }),
  human_agent: z.boolean().meta({
    description: "Whether members may answer within 7 days: Meta grants the app `human_agent`.",
  }),
  import_history: z.boolean().meta({
    description: "Whether the history of a phone that keeps the number is read.",
  }),
};

const { meta_app_id, phone_number_id, waba_id, page_id, login, ig_id, app_scoped_id } = fields;
const read_marks = fields.read_marks.default(true);
const human_agent = fields.human_agent.default(false);

export const whatsappSettings = z.strictObject({
  ...{ meta_app_id, phone_number_id, waba_id, read_marks },
  import_history: fields.import_history.default(false),
}).refine((settings) => settings.waba_id !== settings.phone_number_id, {
  path: ["waba_id"],
  error: message("notRight"),
});

export const facebookSettings = z.strictObject({ meta_app_id, page_id, read_marks, human_agent });

const instagramFields = z.strictObject({
  ...{ meta_app_id, login, ig_id, read_marks, human_agent },
  page_id: page_id.optional(),
});

export const newInstagramSettings = instagramFields.superRefine((settings, ctx) => {
  const isByPage = settings.login === "page";
  if (isByPage === (settings.page_id !== undefined)) return;
  const error = message(isByPage ? "missing" : "otherKind");
  ctx.addIssue({ code: "custom", path: ["page_id"], message: error, input: settings.page_id });
});

const instagramSettings = instagramFields.extend({ app_scoped_id: app_scoped_id.optional() });

/** Settings of all of Meta's kinds, each of which is left out by the others. */
export const metaSettings = z.strictObject(fields).partial().shape;

export type WhatsappSettings = z.output<typeof whatsappSettings>;
export type FacebookSettings = z.output<typeof facebookSettings>;
export type InstagramSettings = z.output<typeof instagramSettings>;

/** The account's own id in the paths of its calls: number, page or Instagram account. */
export function ownIdOf(settings: Record<string, unknown>): string {
  const { phone_number_id, page_id, ig_id, login } = settings;
  const id = phone_number_id ?? (login === "instagram" ? ig_id : page_id ?? ig_id);
  return String(id);
}

/** Ids that name the account for good: another one is another account. */
export const fixedSettings = ["phone_number_id", "waba_id", "page_id", "login", "ig_id"] as const;

/** Settings that may be changed, by kind. */
export const changeableSettings = {
  whatsapp: ["meta_app_id", "read_marks", "import_history"],
  facebook: ["meta_app_id", "read_marks", "human_agent"],
  instagram: ["meta_app_id", "read_marks", "human_agent"],
} as const;

export type MetaKind = keyof typeof changeableSettings;

export const metaKinds = Object.keys(changeableSettings) as MetaKind[];

export function isMetaKind(kind: string): kind is MetaKind {
  return Object.hasOwn(changeableSettings, kind);
}

const brands = { whatsapp: "WhatsApp", facebook: "Facebook", instagram: "Instagram" } as const;

export function placeholderName(kind: MetaKind, settings: Record<string, unknown>): string {
  return `${brands[kind]} ${ownIdOf(settings).slice(-4)}`;
}
