import * as z from "zod";
import { invitationRecord } from "@/lib/access/invitation.ts";
import { type NoticeKind, noticeKinds } from "@/lib/crm/companies/notice_kinds.ts";
import { notices } from "@/lib/crm/companies/notice_table.ts";
import * as field from "@/lib/input/fields.ts";
import { message } from "@/lib/input/messages.ts";

const switches = Object.fromEntries(
  noticeKinds.map((kind) => [kind, z.boolean().meta({ description: notices[kind].means })]),
) as Record<
  NoticeKind,
  z.ZodBoolean
>;

export const noticeSwitches = z.object(switches).meta({ id: "NoticeSwitches" });
export const noticeSwitchesPatch = z.strictObject(switches).partial()
  .meta({ id: "NoticeSwitchesPatch" });

/** Maps each kind to whether it is not muted. */
export function switchesOf(muted: readonly string[]): Record<NoticeKind, boolean> {
  const each = noticeKinds.map((kind) => [kind, !muted.includes(kind)]);
  return Object.fromEntries(each) as Record<NoticeKind, boolean>;
}

/** The kinds that are muted after a change of some switches. */
export function mutedAfter(
  muted: readonly string[],
  notify: Partial<Record<NoticeKind, boolean>>,
): NoticeKind[] {
  return noticeKinds.filter((kind) => !(notify[kind] ?? !muted.includes(kind)));
}

const mostChosen = 100;
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: message("clock") });
const ofMembership = {
  tell_unassigned:
    "Accounts whose new messages you hear of while nobody has the contact; what nobody chose is " +
    "told to all. Null: of every account.",
  morning_at:
    "When the day's message comes, `HH:MM` by the company's clocks on days that it works; null: " +
    "none.",
};

/** A subset of the fields, also of `notify`. */
export const mePatch = z.strictObject({
  name: field.optionalLine(120).meta({ description: "Name, as people read it." }),
  language: field.language.nullable().optional().meta({
    description:
      "What the panel and the notices are written in; null: the browser's and the company's.",
  }),
  theme: z.enum(["light", "dark"]).nullable().optional().meta({
    description: "How the panel looks; null: as the person's device asks.",
  }),
  notify: noticeSwitchesPatch.optional().meta({
    description: "What you are notified of on your phones, in every company.",
  }),
  tell_unassigned: z.array(field.id).max(mostChosen).nullable().optional().meta({
    description: `Of the company: ${ofMembership.tell_unassigned}`,
  }),
  morning_at: clock.nullable().optional().meta({
    description: `Of the company: ${ofMembership.morning_at}`,
  }),
}).meta({ id: "MePatch" });
export type MePatch = z.output<typeof mePatch>;

/** Fields of the patch that belong to a single company. */
export type Preferences = Pick<MePatch, "tell_unassigned" | "morning_at">;

export function preferencesIn({ tell_unassigned, morning_at }: MePatch): Preferences | null {
  if (tell_unassigned === undefined && morning_at === undefined) return null;
  return { tell_unassigned, morning_at };
}

export const meRecord = z.object({
  id: z.int().meta({ description: "Id of the record, unique among its kind." }),
  email: z.string().meta({ description: "E-mail address, such as `ana@example.com`." }),
  name: z.string().nullable().meta({ description: "Name, as people read it." }),
  language: field.language.nullable().meta({
    description: "Language to write in, `es` or `en`; null where not known.",
  }),
  theme: z.enum(["light", "dark"]).nullable().meta({
    description: "Light or dark, as the person chose; null: as their device asks.",
  }),
  notify: noticeSwitches.meta({ description: "What you are notified of on your phones." }),
  companies: z.array(z.object({
    id: z.int().meta({ description: "Id of the record, unique among its kind." }),
    name: z.string().meta({ description: "Name, as people read it." }),
    slug: z.string().meta({ description: "Short name of the company in web addresses (slug)." }),
    color: z.string().meta({ description: "Colour in the panel, as `#rrggbb` (hexadecimal RGB)." }),
    logo: z.string().nullable().meta({
      description: "Address of the logo, relative to this server; null without one.",
    }),
    role: z.string().meta({ description: "Your own role there: free text that grants nothing." }),
    tell_unassigned: z.array(z.int()).nullable().meta({
      description: ofMembership.tell_unassigned,
    }),
    morning_at: z.string().nullable().meta({ description: ofMembership.morning_at }),
  })).meta({ description: "The companies that you are a member of." }),
  operator: z.boolean().meta({
    description: "Whether you run this installation: your address is its `OPERATOR_EMAIL`.",
  }),
  held: z.object({
    since: z.iso.datetime().meta({ description: "Instant from which on nothing leaves." }),
    reason: z.string().meta({
      description: "`asked`, `setting`, `restored`, `another_server`, `another_database`, " +
        "`another_folder` or `another_host`; else the operator's own words.",
    }),
  }).nullable().meta({
    description: "Where the installation is held, so that nothing is sent and nothing fetched.",
  }),
  invitations: z.array(invitationRecord).meta({
    description: "Companies that would have you as an employee, newest first and at most 50; " +
      "nothing is yours or theirs until you accept.",
  }),
}).meta({ id: "Me" });
