import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { nameText } from "@/lib/input/input.ts";
import { message } from "@/lib/input/messages.ts";
import { listed, type ListedNoun, listSchemas, type Section } from "@/lib/views/listed.ts";

/** A saved view: a list's filters, sort and columns under a name. */

const viewLists = Object.values(listed).map(({ section }) => section) as [Section, ...Section[]];
const list = z.enum(viewLists).meta({ description: "The list, as in its address." });

/** Views of one person, or of the company, in one list. */
export const maxViews = 100;

export const viewSchemas = Object.fromEntries(
  Object.entries(listed).map(([noun, { section }]) => [
    section,
    listSchemas[noun as ListedNoun].omit({ page: true, per_page: true, deleted: true }),
  ]),
) as Record<Section, z.ZodObject>;

const common = {
  name: nameText({ max: 60 }).meta({
    description: "Name of the view, unique among those beside it.",
  }),
  shared: z.boolean().meta({ description: "Whether everybody in the company has it." }),
  filters: z.record(z.string().max(40), z.string().max(2000)).meta({
    description: "The list's parameters but for `sort` and pages, as in its address.",
  }),
  sort: z.string().max(200).nullable().meta({
    description: "As the list's `sort`; null for its usual order.",
  }),
  columns: z.array(z.string().regex(/^[a-z][a-z_]{0,39}$/)).min(1).max(40)
    .refine((names) => new Set(names).size === names.length, { error: message("givenTwice") })
    .nullable().meta({
      description:
        "The columns that the panel shows, each once, in order; null for the usual ones. Names " +
        "that the list does not have are ignored.",
    }),
};

export const viewCreate = z.strictObject({
  list,
  name: common.name,
  shared: common.shared.default(false),
  filters: common.filters.default({}),
  sort: common.sort.default(null),
  columns: common.columns.default(null),
}).meta({ id: "ViewCreate" });
export type ViewCreate = z.output<typeof viewCreate>;

export const viewPatch = z.strictObject({
  name: common.name.optional(),
  shared: common.shared.optional(),
  filters: common.filters.optional(),
  sort: common.sort.optional(),
  columns: common.columns.optional(),
  version: field.version,
}).meta({ id: "ViewPatch" });
export type ViewPatch = z.output<typeof viewPatch>;

export const viewQuery = z.strictObject({
  list: z.enum(viewLists).optional().meta({
    description: "List whose views are wanted; without it all.",
  }),
});

export const viewRecord = z.object({
  ...field.recordFields,
  list,
  ...common,
  maker: field.reference.nullable().meta({ description: "The member who saved the view." }),
}).meta({ id: "View" });
export type View = z.output<typeof viewRecord>;
