import * as z from "zod";
import * as field from "@/lib/input/fields.ts";

/** Settings of accounts of Meta, as they are stored and as the API has them. */

const externalId = z.string().regex(/^[1-9]\d{0,29}$/);

const app = field.id.meta({ description: "Id of the Meta app that the account is beneath." });
const readMarks = z.boolean().meta({
  description: "Whether people see that a member has read their messages.",
});
const humanAgent = z.boolean().meta({
  description: "Whether members may answer within 7 days: Meta grants the app `human_agent`.",
});

export const whatsappSettings = z.strictObject({
  meta_app_id: app,
  phone_number_id: externalId.meta({ description: "Meta's id of the number, not the number." }),
  waba_id: externalId.meta({ description: "Meta's id of the WhatsApp Business account." }),
  read_marks: readMarks.default(true),
  import_history: z.boolean().default(false).meta({
    description: "Whether the history of a phone that keeps the number is read.",
  }),
});

export const facebookSettings = z.strictObject({
  meta_app_id: app,
  page_id: externalId.meta({ description: "Meta's id of the page." }),
  read_marks: readMarks.default(true),
  human_agent: humanAgent.default(false),
});

export const instagramSettings = z.strictObject({
  meta_app_id: app,
  login: z.enum(["page", "instagram"]).meta({
    description: "Where the token is from: of the page that it is linked to, or of Instagram.",
  }),
  page_id: externalId.optional().meta({
    description: "Meta's id of the page; needed with `login` `page`.",
  }),
  ig_id: externalId.meta({ description: "Meta's id of the Instagram account." }),
  /** The same account as `/me` calls it; learnt while connecting. */
  app_scoped_id: externalId.optional().meta({
    description: "A second id of the account, which is learnt while it is connected.",
  }),
  read_marks: readMarks.default(true),
  human_agent: humanAgent.default(false),
}).refine(({ login, page_id }) => login !== "page" || page_id !== undefined, {
  path: ["page_id"],
});

export type WhatsappSettings = z.output<typeof whatsappSettings>;
export type FacebookSettings = z.output<typeof facebookSettings>;
export type InstagramSettings = z.output<typeof instagramSettings>;

/** The account's own id in the paths of its calls: number, page or Instagram account. */
export function ownIdOf(settings: Record<string, unknown>): string {
  const { phone_number_id, page_id, ig_id, login } = settings;
  const id = phone_number_id ?? (login === "instagram" ? ig_id : page_id ?? ig_id);
  return String(id);
}
