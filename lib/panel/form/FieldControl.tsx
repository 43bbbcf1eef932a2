import type { Caller } from "@/lib/panel/api/call_api.ts";
import { useState } from "preact/hooks";
import { usePage } from "@/components/page.ts";
import { writtenOut } from "@/lib/panel/page/numbers.ts";
import { Combobox } from "@/lib/panel/form/Combobox.tsx";
import { DateInput } from "@/components/DateInput.tsx";
import { emailInput } from "@/components/email_input.ts";
import type { ControlProps } from "@/components/Field.tsx";
import type { FieldSpec, Typed } from "@/lib/panel/form/field_spec.ts";
import type { Option } from "@/lib/panel/form/use_options.ts";
import type { Language } from "@/lib/words/language.ts";

/** Makes the record that a picker looks for. */
export interface Creator {
  label: (text: string, language: Language) => string;
  /** @returns the new record, or null where there is none: it has said why */
  create(text: string, caller: Caller): Promise<Option | null>;
}

/** By the list that a picker searches; loaded when somebody is about to type into one. */
export type Creators = Record<string, () => Promise<Creator>>;

interface FieldControlProps {
  spec: FieldSpec;
  control: ControlProps;
  typed: Typed;
  creators?: Creators;
  /** Stands where nothing is typed. */
  placeholder?: string;
  onType(typed: Typed): void;
  /** A choice was made, which needs no leaving of the field to be meant. */
  onChoose(typed: Typed): void;
}

/** A record that can be picked: what it is called, and whose it is. */
interface Pickable {
  id: number;
  name?: string | null;
  title?: string;
  number?: string;
  client?: { name: string | null } | null;
}

const inputTypes: Partial<Record<FieldSpec["kind"], string>> = {
  phone: "tel",
  link: "url",
  color: "color",
};

/** The control for a field's kind of value. */
export function FieldControl(props: FieldControlProps) {
  const { language } = usePage();
  const { spec, control, typed, onType, onChoose } = props;
  const common = {
    ...control,
    required: spec.isRequired,
    "data-most": spec.maxLength,
    dir: "auto" as const,
    class: "control",
  };
  switch (spec.kind) {
    case "flag":
      return (
        <input
          {...control}
          type="checkbox"
          class="size-4 accent-accent"
          checked={typed === true}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      );
    case "choice":
      return (
        <select
          {...common}
          value={String(typed)}
          onChange={(event) => onChoose(event.currentTarget.value)}
        >
          {spec.options?.map(({ value, label }) => (
            <option key={value} value={value} selected={value === typed}>{label}</option>
          ))}
        </select>
      );
    case "record":
      return <RecordPicker {...props} />;
    case "long":
      return (
        <textarea
          {...common}
          rows={3}
          placeholder={props.placeholder}
          value={String(typed)}
          onInput={(event) => onType(event.currentTarget.value)}
        />
      );
    case "day":
    case "instant":
      return (
        <DateInput
          {...common}
          type={spec.kind === "day" ? "date" : "datetime-local"}
          value={String(typed)}
          onInput={(event) => onType(event.currentTarget.value)}
        />
      );
    default: {
      const isNumber = ["money", "number", "percent"].includes(spec.kind);
      return (
        <input
          {...common}
          type={inputTypes[spec.kind] ?? "text"}
          placeholder={props.placeholder}
          inputMode={isNumber ? "decimal" : undefined}
          {...spec.kind === "email" ? emailInput : {}}
          class={isNumber ? "control text-right tabular-nums [.quiet_&]:text-left" : "control"}
          value={String(typed)}
          onInput={(event) => onType(event.currentTarget.value)}
          onChange={({ currentTarget: { value } }) =>
            isNumber && onType(writtenOut(value, language))}
        />
      );
    }
  }
}

function RecordPicker({ spec, control, creators, onChoose }: FieldControlProps) {
  const { companyId, language } = usePage();
  const [creator, setCreator] = useState<Creator>();
  // Without it nothing is offered to create; the list can be searched all the same.
  const load = () => void creators?.[spec.list!]?.().then(setCreator, () => {});
  return (
    <div class="contents" onFocusIn={load}>
      <Combobox<Pickable>
        control={control}
        list={spec.list!}
        query={spec.query}
        label={spec.displayName ?? ""}
        isOptional={!spec.isRequired}
        toOption={({ id, name, title, number, client }) => ({
          id,
          label: name ?? title ?? number ?? String(id),
          note: client?.name ?? undefined,
        })}
        onPick={(option) => onChoose(option ? String(option.id) : "")}
        create={creator && {
          label: (text) => creator.label(text, language),
          run: (text) => creator.create(text, { companyId, language }),
        }}
      />
    </div>
  );
}
