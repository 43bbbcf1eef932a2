import { useEffect, useState } from "preact/hooks";
import type { FieldSpec, Place } from "@/lib/panel/form/field_spec.ts";
import { typedOf } from "@/lib/panel/form/field_spec.ts";
import { idOf } from "@/lib/panel/page/id_of.ts";
import type { Clash } from "@/lib/panel/save/save.ts";
import { useDialog } from "@/lib/panel/page/use_dialog.ts";
import { commonWords } from "@/lib/words/common.ts";
import { speak } from "@/lib/words/language.ts";

type Chosen = Record<string, "mine" | "theirs">;

export interface ClashDialogProps {
  clashes: Clash[];
  fields: FieldSpec[];
  place: Place;
  onResolve(chosen: Chosen): void;
}

/** Asks which value stays in the fields that two people changed at once, and in no others. */
export function ClashDialog({ clashes, fields, place, onResolve }: ClashDialogProps) {
  const dialog = useDialog();
  const [chosen, setChosen] = useState<Chosen>({});
  const words = speak(commonWords, place.language);
  // A page may have several, each for fields of its own.
  const titleId = idOf("clash", ...fields.map(({ name }) => name));
  useEffect(() => {
    if (clashes.length === 0) return dialog.close();
    setChosen(Object.fromEntries(clashes.map(({ name }) => [name, "mine" as const])));
    dialog.open();
  }, [clashes]);
  const written = (spec: FieldSpec, value: unknown) => {
    if (spec.kind === "choice") {
      return spec.options?.find((option) => option.value === String(value ?? ""))?.label ?? "";
    }
    return String(typedOf(spec, value, place)) || words.clash.empty;
  };
  return (
    <dialog
      ref={dialog.ref}
      class="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onResolve(Object.fromEntries(clashes.map(({ name }) => [name, "theirs" as const])));
      }}
    >
      <form
        class="space-y-4 p-5"
        onSubmit={(event) => {
          event.preventDefault();
          onResolve(chosen);
        }}
      >
        <h2 id={titleId} class="font-semibold">{words.clash.title}</h2>
        <p class="text-soft">{words.clash.text}</p>
        {clashes.map(({ name, mine, theirs }) => {
          const spec = fields.find((field) => field.name === name)!;
          return (
            <fieldset key={name}>
              <legend class="mb-1 text-label font-medium">{spec.label}</legend>
              {([["mine", mine], ["theirs", theirs]] as const).map(([side, value]) => (
                <label key={side} class="flex items-baseline gap-2 py-1">
                  <input
                    type="radio"
                    name={`clash-${name}`}
                    checked={chosen[name] === side}
                    onChange={() =>
                      setChosen({ ...chosen, [name]: side })}
                  />
                  <span class="w-16 shrink-0 text-soft">{words.clash[side]}</span>
                  <span>{written(spec, value)}</span>
                </label>
              ))}
            </fieldset>
          );
        })}
        <footer class="flex justify-end">
          <button type="submit" class="button button-primary">{words.save}</button>
        </footer>
      </form>
    </dialog>
  );
}
