import { usePage, useWords } from "@/components/page.ts";
import { useEffect } from "preact/hooks";
import { RecordFields } from "@/lib/panel/record/RecordFields.tsx";
import type { FieldSpec } from "@/lib/panel/form/field_spec.ts";
import { recordsChanged } from "@/lib/panel/live/change.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import type { Saveable } from "@/lib/panel/save/save.ts";
import { inboxWords } from "@/lib/panel/contacts/words.ts";

interface ContactFieldsProps {
  record: Saveable;
  fields: FieldSpec[];
}

/** A contact's fields. */
export function ContactFields({ record, ...props }: ContactFieldsProps) {
  useTakenValues(record.id);
  return <RecordFields path={`contacts/${record.id}`} record={record} {...props} />;
}

/** Puts what a message says of its sender on the contact, at the press of its button. */
function useTakenValues(id: number) {
  const page = usePage();
  const words = useWords(inboxWords);
  useEffect(() => {
    const take = async ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest<HTMLElement>("[data-take]") : null;
      const { take: name, value } = button?.dataset ?? {};
      if (!name) return;
      const done = words.offered.taken;
      const path = `contacts/${id}`;
      const outcome = await runVerb({ path, method: "PATCH", json: { [name]: value }, done }, page);
      if (!outcome.ok) return;
      const detail = [{ noun: "contact", id }];
      document.dispatchEvent(new CustomEvent(recordsChanged, { detail }));
    };
    document.addEventListener("click", take);
    return () => document.removeEventListener("click", take);
  }, []);
}
