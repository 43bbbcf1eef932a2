import { usePage, useWords } from "@/components/page.ts";
import { useRef } from "preact/hooks";
import { Combobox } from "@/lib/panel/form/Combobox.tsx";
import { Field, FieldError } from "@/components/Field.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import { formatMoney } from "@/lib/values/money.ts";
import {
  type ConversionForm,
  quantityOf,
  type WantedLine,
} from "@/lib/panel/contacts/use_conversion.ts";
import { isSaveKey } from "@/lib/panel/page/keys.ts";
import { totalsOf } from "@/lib/sales/quotes/totals.ts";
import type { Language } from "@/lib/words/language.ts";
import { commonWords } from "@/lib/words/common.ts";
import { convertWords } from "@/lib/panel/contacts/convert_words.ts";

interface Product {
  id: number;
  name: string;
  sku: string | null;
  unit_price: number;
}

interface ConvertWantsProps {
  form: ConversionForm;
  people: { id: number; name: string }[];
  currency: string;
}

/** Wishes of the contact: products with quantities and their total, or an opportunity alone. */
export function ConvertWants(props: ConvertWantsProps) {
  const { language } = usePage();
  const { form, people, currency } = props;
  const words = useWords(convertWords);
  const money = (amount: number) => formatMoney(amount, { language, currency });
  const priced = form.lines.map((line) => pricedLine(line, language));
  const totals = totalsOf(priced, currency);
  return (
    <fieldset class="min-w-0 space-y-3">
      <legend class="mb-1 font-semibold">{words.wants}</legend>
      {/* A new field for each line: it is empty again once a product is taken. */}
      <ProductField key={form.lines.length} form={form} money={money} />
      {form.lines.length > 0 && (
        <>
          <ul class="divide-y divide-line border-y border-line">
            {form.lines.map((line, at) => (
              <Line
                key={line.product_id}
                line={line}
                net={money(totals.line_nets[at]!)}
                error={form.errors[`products.${at}.quantity`] ?? form.errors[`products.${at}`]}
                onType={(quantity) => form.setLines(form.lines.with(at, { ...line, quantity }))}
                onRemove={() => form.setLines(form.lines.toSpliced(at, 1))}
              />
            ))}
          </ul>
          <p class="flex justify-between font-semibold tabular-nums" aria-live="polite">
            <span>{words.net}</span>
            <span>{money(totals.net_total)}</span>
          </p>
        </>
      )}
      {form.lines.length === 0 && (
        <label class="flex min-h-9 items-center gap-2">
          <input
            type="checkbox"
            class="accent-accent"
            checked={form.isOpportunity}
            onChange={({ currentTarget }) =>
              form.change({ wantsOpportunity: currentTarget.checked })}
          />
          {words.opportunity}
        </label>
      )}
      {form.isOpportunity && (
        <Field
          name="opportunity.title"
          label={words.opportunityTitle}
          error={form.errors["opportunity.title"]}
        >
          {(control) => (
            <input
              {...control}
              class="control"
              data-most={200}
              dir="auto"
              value={form.title}
              onInput={({ currentTarget }) => form.change({ title: currentTarget.value })}
            />
          )}
        </Field>
      )}
      <AssigneeField form={form} people={people} />
    </fieldset>
  );
}

interface ProductFieldProps extends Pick<ConvertWantsProps, "form"> {
  money(amount: number): string;
}

function ProductField({ form, money }: ProductFieldProps) {
  const words = useWords(convertWords);
  // Prices of the options, which a picked one does not carry.
  const prices = useRef(new Map<number, number>()).current;
  return (
    <Field
      name="add-product"
      label={words.addProduct}
      hint={form.lines.length === 0 ? words.productHint : undefined}
      error={form.errors.products}
    >
      {(control) => (
        <Combobox<Product>
          control={control}
          list="products"
          query={{ active: "true" }}
          label=""
          toOption={({ id, name, sku, unit_price }) => {
            prices.set(id, unit_price);
            return {
              id,
              label: name,
              note: [sku, money(unit_price)].filter(Boolean).join(" · "),
            };
          }}
          onPick={(option) => {
            if (!option) return;
            const { id, label } = option;
            form.addLine({ product_id: id, name: label, unit_price: prices.get(id) ?? 0 });
            focusQuantity(id);
          }}
        />
      )}
    </Field>
  );
}

function AssigneeField({ form, people }: Pick<ConvertWantsProps, "form" | "people">) {
  const words = useWords(convertWords);
  const { nobody } = useWords(commonWords);
  return (
    <Field
      name="assignee_id"
      label={words.assignee}
      error={form.errors["opportunity.assignee_id"] ?? form.errors["client.assignee_id"]}
    >
      {(control) => (
        <select
          {...control}
          class="control"
          value={form.assigneeId ?? ""}
          onChange={({ currentTarget: { value } }) =>
            form.assign(value === "" ? null : Number(value))}
        >
          {people.map(({ id, name }) => (
            <option key={id} value={id} selected={id === form.assigneeId}>{name}</option>
          ))}
          <option value="" selected={form.assigneeId === null}>{nobody}</option>
        </select>
      )}
    </Field>
  );
}

interface LineProps {
  line: WantedLine;
  net: string;
  error: string | undefined;
  onType(quantity: string): void;
  onRemove(): void;
}

function Line({ line, net, error, onType, onRemove }: LineProps) {
  const words = useWords(convertWords);
  const id = quantityId(line.product_id);
  return (
    <li class="py-1.5">
      <div class="flex items-center gap-2">
        <span class="min-w-0 flex-1 truncate">{line.name}</span>
        <input
          id={id}
          class="control w-16 text-right tabular-nums"
          inputMode="decimal"
          aria-label={words.quantity(line.name)}
          aria-invalid={error ? "true" : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          value={line.quantity}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onInput={({ currentTarget }) => onType(currentTarget.value)}
          onKeyDown={(event) => {
            // Ctrl+Enter converts.
            if (event.key !== "Enter" || isSaveKey(event)) return;
            event.preventDefault();
            document.getElementById("field-add-product")?.focus();
          }}
        />
        <span class="w-24 text-right tabular-nums">{net}</span>
        <button
          type="button"
          class="button button-plain button-icon text-soft"
          title={words.remove(line.name)}
          onClick={onRemove}
        >
          <Icon name="x" />
          <span class="sr-only">{words.remove(line.name)}</span>
        </button>
      </div>
      {error && <FieldError id={`${id}-error`} text={error} />}
    </li>
  );
}

function pricedLine(line: WantedLine, language: Language) {
  return {
    quantity: quantityOf(line, language) ?? 0,
    unit_price: line.unit_price,
    discount_percent: 0,
    tax_rate: 0,
  };
}

function quantityId(productId: number): string {
  return `quantity-${productId}`;
}

/** The next thing to type, once the line is drawn. */
function focusQuantity(productId: number): void {
  requestAnimationFrame(() => document.getElementById(quantityId(productId))?.focus());
}
