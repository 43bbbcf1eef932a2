import { usePage, useWords } from "@/components/page.ts";
import { Combobox } from "@/lib/panel/form/Combobox.tsx";
import { emailInput } from "@/components/email_input.ts";
import { Field } from "@/components/Field.tsx";
import type { ComponentChildren } from "preact";
import { type Likely, newClientNames } from "@/lib/panel/contacts/page_state.ts";
import type { ConversionForm } from "@/lib/panel/contacts/use_conversion.ts";
import { duplicateReasons } from "@/lib/words/duplicates.ts";
import { clientIn } from "@/lib/panel/record/client_text.ts";
import { creatorWords } from "@/lib/panel/record/new/creator_words.ts";
import { fieldWarning } from "@/lib/panel/record/field_warning.tsx";
import { convertWords } from "@/lib/panel/contacts/convert_words.ts";

interface ConvertWhoProps {
  form: ConversionForm;
  likely: Likely[];
}

/** Choice of the client: the likeliest first, any other, or a new one. */
export function ConvertWho({ form, likely }: ConvertWhoProps) {
  const { language } = usePage();
  const words = useWords(convertWords);
  const reasons = useWords(duplicateReasons);
  const { choice } = form;
  return (
    <fieldset class="min-w-0">
      <legend class="mb-1 font-semibold">{words.who}</legend>
      {likely.map(({ id, name, reason, city }) => (
        <Choice
          key={id}
          isChosen={choice.kind === "client" && choice.id === id}
          onChoose={() => form.change({ choice: { kind: "client", id } })}
          note={[reasons[reason], city].filter(Boolean).join(" · ")}
        >
          {name}
        </Choice>
      ))}
      <Choice
        isChosen={choice.kind === "search"}
        onChoose={() => form.change({ choice: { kind: "search" } })}
      >
        {words.search}
      </Choice>
      {choice.kind === "search" && (
        <div class="mb-2 ml-6">
          <Field name="client_id" label={words.searchLabel} error={form.errors.client_id}>
            {(control) => (
              <Combobox<{ id: number; name: string; city: string | null }>
                control={control}
                list="clients"
                label={form.picked?.label ?? ""}
                toOption={({ id, name, city }) => ({ id, label: name, note: city ?? undefined })}
                onPick={(picked) => form.change({ picked })}
                create={{
                  label: (text) => creatorWords.client(clientIn(text).name)[language],
                  run: (text) => {
                    const client = { ...form.client, ...clientIn(text) };
                    form.change({ client, choice: { kind: "new" } });
                    return Promise.resolve(null);
                  },
                }}
              />
            )}
          </Field>
        </div>
      )}
      <Choice
        isChosen={choice.kind === "new"}
        onChoose={() => form.change({ choice: { kind: "new" } })}
      >
        {words.fresh}
      </Choice>
      {choice.kind === "new" && <NewClientFields form={form} />}
    </fieldset>
  );
}

interface ChoiceProps {
  isChosen: boolean;
  onChoose(): void;
  note?: string;
  children: ComponentChildren;
}

function Choice({ isChosen, onChoose, note, children }: ChoiceProps) {
  return (
    <label class="flex min-h-9 items-center gap-2 max-md:min-h-11">
      <input
        type="radio"
        class="accent-accent"
        name="convert-who"
        checked={isChosen}
        autofocus={isChosen}
        onChange={onChoose}
      />
      <span class="min-w-0">
        <bdi class="block truncate">{children}</bdi>
        {note && <span class="block truncate text-label text-soft">{note}</span>}
      </span>
    </label>
  );
}

function NewClientFields({ form }: { form: ConversionForm }) {
  const words = useWords(convertWords);
  const { client, change, errors } = form;
  const types = {
    name: { type: "text" },
    email: emailInput,
    phone: { type: "tel" },
    tax_id: { type: "text" },
  };
  return (
    <div class="mb-2 ml-6 space-y-3">
      <Field name="client.kind" label={words.kind} error={errors["client.kind"]}>
        {(control) => (
          <select
            {...control}
            class="control"
            value={client.kind}
            onChange={({ currentTarget }) =>
              change({ client: { ...client, kind: currentTarget.value as typeof client.kind } })}
          >
            {(["company", "person"] as const).map((kind) => (
              <option key={kind} value={kind} selected={kind === client.kind}>
                {words.kinds[kind]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {newClientNames.map((name) => (
        <Field
          key={name}
          name={`client.${name}`}
          label={words[name]}
          error={errors[`client.${name}`] ?? errors[name]}
          warning={name === "tax_id"
            ? fieldWarning({ check: name }, { typed: client[name] })
            : undefined}
        >
          {(control) => (
            <input
              {...control}
              {...types[name]}
              class="control"
              value={client[name]}
              onInput={({ currentTarget }) =>
                change({ client: { ...client, [name]: currentTarget.value } })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
