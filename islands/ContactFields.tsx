import { useEffect, useState } from "preact/hooks";
import { RecordFields } from "@/islands/RecordFields.tsx";
import type { FieldSpec } from "@/lib/panel/field_spec.ts";
import { contactMerged } from "@/lib/panel/inbox/page_state.ts";
import type { Saveable } from "@/lib/panel/save.ts";
import type { Language } from "@/lib/words/language.ts";

interface ContactFieldsProps {
  record: Saveable;
  fields: FieldSpec[];
  companyId: number;
  language: Language;
  timeZone: string;
}

/** A contact's fields; they begin anew when a merge has filled some of them. */
export function ContactFields({ record, ...props }: ContactFieldsProps) {
  const [merged, setMerged] = useState<Saveable | null>(null);
  useEffect(() => {
    const take = (event: Event) => setMerged((event as CustomEvent<Saveable>).detail);
    document.addEventListener(contactMerged, take);
    return () => document.removeEventListener(contactMerged, take);
  }, []);
  const shown = merged ?? record;
  return (
    <RecordFields
      key={merged?.version}
      path={`contacts/${record.id}`}
      record={shown}
      {...props}
    />
  );
}
