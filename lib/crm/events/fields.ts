import {
  type FieldsOf,
  internal,
  type Personal,
  recordFields,
} from "@/lib/records/fields/field.ts";
import { assigneeField } from "@/lib/records/fields/shared.ts";
import { eventWords } from "@/lib/crm/events/words.ts";
import { fieldWords } from "@/lib/words/field_words.ts";

/** The fields of an event of the calendar. */

const cleared: Personal = { of: "client", by: "null" };

const link = {
  kind: "record",
  empty: true,
  privacy: null,
  in: ["new", "record", "filter"],
} as const;

export const eventFields = {
  ...recordFields,
  created_at: { ...recordFields.created_at, in: [] },
  title: {
    kind: "name",
    max: 200,
    required: true,
    label: fieldWords.title,
    means: "What happens.",
    privacy: { of: "client", by: "replaced" },
    in: ["new", "record"],
    searched: true,
  },
  type: {
    kind: "choice",
    values: ["meeting", "delivery", "reminder", "other"],
    words: eventWords.types,
    label: fieldWords.type,
    means: "What kind of event it is.",
    privacy: null,
    in: ["new", "record", "filter"],
  },
  starts_at: {
    kind: "instant",
    required: true,
    label: eventWords.starts,
    means: "When it begins.",
    privacy: null,
    in: ["new", "record", "sort"],
  },
  ends_at: {
    kind: "instant",
    required: true,
    label: eventWords.ends,
    means: "When it ends.",
    privacy: null,
    in: ["new", "record"],
  },
  all_day: {
    kind: "flag",
    label: fieldWords.allDay,
    means: "Whether it takes whole days of the company's time zone.",
    privacy: null,
    in: ["new", "record"],
  },
  recurrence: {
    kind: "special",
    computed: true,
    empty: true,
    label: eventWords.repeats,
    means: "The rule by which it repeats; null where it does not.",
    privacy: null,
    in: ["new", "record"],
  },
  series_id: {
    kind: "id",
    empty: true,
    write: "never",
    label: eventWords.series,
    means: "The series that it is an occurrence of; null where it does not repeat.",
    privacy: null,
    in: ["filter"],
  },
  original_day: {
    kind: "day",
    empty: true,
    write: "never",
    label: eventWords.originalDay,
    means:
      "The day that its rule gave it, wherever it was moved since. With `series_id` it names " +
      "the occurrence.",
    privacy: null,
  },
  original_start: {
    kind: "instant",
    empty: true,
    write: "never",
    computed: true,
    label: eventWords.originalStart,
    means: "When it would begin by its rule: what a calendar file calls RECURRENCE-ID.",
    privacy: null,
  },
  set_apart: internal,
  assignee_id: { ...assigneeField, in: ["new", "record", "filter"] },
  location: {
    kind: "text",
    max: 500,
    empty: true,
    label: { es: "Lugar", en: "Place" },
    means: "Where it happens.",
    privacy: cleared,
    in: ["record"],
    searched: true,
  },
  client_id: {
    ...link,
    noun: "client",
    label: fieldWords.client,
    means: "The client that it belongs to.",
  },
  opportunity_id: {
    ...link,
    noun: "opportunity",
    label: fieldWords.opportunity,
    means: "The opportunity that it belongs to.",
    in: ["record", "filter"],
  },
  contact_id: {
    ...link,
    noun: "contact",
    label: fieldWords.contact,
    means: "The contact that it belongs to.",
    in: ["record", "filter"],
  },
  url: {
    kind: "link",
    empty: true,
    label: fieldWords.link,
    means: "An http or https link that belongs to it, such as that of a video call.",
    privacy: cleared,
    in: ["record"],
  },
  description: {
    kind: "long",
    max: 10_000,
    empty: true,
    label: fieldWords.notes,
    means: "Free text about it.",
    privacy: cleared,
    in: ["record"],
    searched: true,
  },
  reminder_minutes: {
    kind: "special",
    label: eventWords.reminders,
    means: "Minutes before the start at which the person responsible is reminded.",
    privacy: null,
    in: ["record"],
  },
} as const satisfies FieldsOf<"events", "recurrence" | "original_start">;
