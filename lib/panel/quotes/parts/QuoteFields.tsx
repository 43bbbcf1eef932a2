import { RecordFields } from "@/lib/panel/record/RecordFields.tsx";
import type { FieldSpec } from "@/lib/panel/form/field_spec.ts";
import { isTrashed, type QuoteNow, useQuote } from "@/lib/panel/quotes/editor/quote_now.ts";

interface QuoteFieldsProps {
  quote: QuoteNow;
  fields: FieldSpec[];
  /** The names that may be changed in each state; all of them in a draft. */
  patchable: Partial<Record<string, readonly string[]>>;
}

/** Those of a quotation's fields that may be changed in its state. */
export function QuoteFields(props: QuoteFieldsProps) {
  const { fields, patchable } = props;
  const quote = useQuote(props.quote);
  const isGone = isTrashed.use();
  const allowed = patchable[quote.status];
  const open = allowed ? fields.filter(({ name }) => allowed.includes(name)) : fields;
  if (open.length === 0 || isGone) return null;
  return (
    <RecordFields
      key={quote.status}
      path={`quotes/${quote.id}`}
      record={quote}
      fields={open}
    />
  );
}
