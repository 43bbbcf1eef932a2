import * as z from "zod";
import { invitationRecord } from "@/lib/access/invitation.ts";
import { type NoticeKind, noticeKinds } from "@/lib/crm/companies/notice_kinds.ts";
import * as field from "@/lib/input/fields.ts";

export const switches = Object.fromEntries(
  noticeKinds.map((kind) => [kind, z.boolean()]),
) as Record<
  NoticeKind,
  z.ZodBoolean
>;

/** Each kind, and whether it is not among the muted ones. */
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

/** Any subset, also of `notify`. */
export const mePatch = z.strictObject({
  name: field.optionalText(120).transform((name) => name?.trim() ?? name),
  language: field.language.nullable().optional().meta({
    description:
      "What the panel and the notices are written in; null: the browser's and the company's.",
  }),
  theme: z.enum(["light", "dark"]).nullable().optional().meta({
    description: "How the panel looks; null: as the person's device asks.",
  }),
  notify: z.strictObject(switches).partial().optional().meta({
    description: "What you are notified of on your phones, in every company.",
  }),
}).meta({ id: "MePatch" });
export type MePatch = z.output<typeof mePatch>;

export const meRecord = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string().nullable(),
  language: field.language.nullable(),
  theme: z.enum(["light", "dark"]).nullable(),
  notify: z.object(switches),
  companies: z.array(z.object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    color: z.string(),
    logo: z.string().nullable(),
    role: z.string(),
  })),
  invitations: z.array(invitationRecord).meta({
    description: "Companies that would have you as an employee, newest first and at most 50; " +
      "nothing is yours or theirs until you accept.",
  }),
}).meta({ id: "Me" });
