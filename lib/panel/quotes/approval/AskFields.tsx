import { usePage, useWords } from "@/components/page.ts";
import { Field } from "@/components/Field.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import { sayFigures } from "@/lib/panel/quotes/approval/say_figures.ts";
import type { Asking } from "@/lib/panel/quotes/approval/use_asking.ts";
import { approvalWords } from "@/lib/panel/quotes/approval/words.ts";
import type { QuoteNow } from "@/lib/panel/quotes/editor/quote_now.ts";

interface AskFieldsProps {
  asking: Asking;
  quote: QuoteNow;
}

/** Why a draft needs approval, and whom to ask for it. */
export function AskFields({ asking, quote }: AskFieldsProps) {
  const { language } = usePage();
  const words = useWords(approvalWords);
  const { people, chosen, error, choose } = asking;
  return (
    <>
      <div class="flex gap-2 rounded-md bg-warning px-3 py-2 text-warning-text">
        <Icon name="lock" class="mt-0.5 shrink-0" />
        <p>
          <strong class="font-semibold">{words.needed}</strong>{" "}
          {sayFigures(quote, quote.approval!, language)}
        </p>
      </div>
      <Field name="approver_id" label={words.whom} hint={words.sendsThen} error={error}>
        {(control) => (
          <select
            {...control}
            class="control"
            value={chosen}
            onChange={({ currentTarget: { value } }) => choose(value)}
          >
            {chosen === "" && <option value="" selected>{words.choose}</option>}
            {people.map(({ id, name }) => (
              <option key={id} value={String(id)} selected={String(id) === chosen}>{name}</option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}
