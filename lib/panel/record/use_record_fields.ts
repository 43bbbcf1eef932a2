import { type FieldSpec, readInput, type Typed, typedOf } from "@/lib/panel/form/field_spec.ts";
import type { Place } from "@/lib/panel/form/field_spec.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { useRecordChanges } from "@/lib/panel/live/use_record_changes.ts";
import type { FieldDrafts } from "@/lib/panel/save/field_drafts.ts";
import type { Saveable } from "@/lib/panel/save/save.ts";
import { useFieldDrafts } from "@/lib/panel/save/use_field_drafts.ts";

interface Options {
  path: string;
  record: Saveable;
  fields: FieldSpec[];
  companyId: number;
  place: Place;
  /** Parameters of a save, as they are when it is sent. */
  query?: () => Record<string, string>;
  /** @param meta what the answer says beside the record */
  onSaved?: (meta: unknown) => void;
}

export type RecordForm = FieldDrafts<Saveable, Typed>;

/** The store of a record's fields, which save themselves and follow what others change. */
export function useRecordFields({ fields, place, onSaved, ...record }: Options): RecordForm {
  const { language } = place;
  const specOf = (name: string) => fields.find((spec) => spec.name === name)!;
  const form = useFieldDrafts<Saveable, Typed>({
    ...record,
    language,
    names: fields.map(({ name }) => name),
    inputOf: (name, value) => typedOf(specOf(name), value, place),
    read: (name, typed) => readInput(specOf(name), typed, place),
    onSaved(meta) {
      onSaved?.(meta);
      refreshRegions();
    },
  });
  const who = { companyId: record.companyId, language };
  useRecordChanges<Saveable>(record.path, who, (fresh) => form.adopt(fresh));
  return form;
}

/** Current name of the picked record. */
export function pickedName(record: Saveable, { name, shown }: FieldSpec): string | undefined {
  const field = name.replace(/_id$/, "");
  const picked = field in record ? record[field] as { name?: string | null } | null : undefined;
  return picked === undefined || typeof picked !== "object" ? shown : picked?.name ?? "";
}
