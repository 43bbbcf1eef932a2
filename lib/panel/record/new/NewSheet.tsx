import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { Field } from "@/components/Field.tsx";
import { usePage, useWords } from "@/components/page.ts";
import { FieldControl } from "@/lib/panel/form/FieldControl.tsx";
import { creators } from "@/lib/panel/record/new/creators.ts";
import { fieldWarning } from "@/lib/panel/record/field_warning.tsx";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { useForm } from "@/lib/panel/form/use_form.ts";
import { type FieldSpec, type Typed, typedOf, valueOf } from "@/lib/panel/form/field_spec.ts";
import { idOf } from "@/lib/panel/page/id_of.ts";
import { FormSheet } from "@/lib/panel/page/FormSheet.tsx";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { useDialog, useLeaveGuard } from "@/lib/panel/page/use_dialog.ts";
import { commonWords } from "@/lib/words/common.ts";

/** State of the form that is passed to another room's control. */
export interface NewForm {
  typed: Record<string, Typed>;
  errors: Record<string, string>;
  type(values: Record<string, Typed>): void;
}

export interface NewRecordProps {
  /** The list below /api/admin that takes the POST: `clients`. */
  list: string;
  /** Path of the new record's page; `:id` stands for its number. */
  page: string;
  /** Name of the record's number: `id`, of an employee `user_id`. */
  idName?: string;
  label: string;
  title: string;
  fields: FieldSpec[];
  /** Values that the form does not ask for, and first values of those that it does. */
  preset?: Record<string, unknown>;
  /** URL hash that opens the form: `#new`. */
  hash?: string;
  shortcut?: string;
  look?: string;
  /** Receives the new record, instead of opening its page. */
  onMade?(record: unknown): void;
  /** Another room's control for a field; null for the usual one, false for none. */
  own?: (spec: FieldSpec, form: NewForm) => ComponentChildren;
  /** Body values computed from those controls. */
  valuesOf?: (typed: Record<string, Typed>) => Record<string, unknown>;
}

interface NewSheetProps extends NewRecordProps {
  /** How often it was opened. */
  openings: number;
}

/** The form of a new record. */
export function NewSheet(props: NewSheetProps) {
  const { dialog, form, type, send, giveUp } = useNewForm(props);
  const { values: typed, errors, failure, isBusy } = form;
  const words = useWords(commonWords);
  return (
    <FormSheet
      dialog={dialog}
      titleId={idOf("new", props.list)}
      title={props.title}
      isDisabled={isBusy}
      failure={failure}
      onSend={send}
      onClose={giveUp}
      buttons={
        <button type="submit" class="button button-primary w-full" disabled={isBusy}>
          {isBusy ? words.saving : words.save}
        </button>
      }
    >
      {props.fields.map((spec) =>
        props.own?.(spec, { typed, errors, type }) ?? (
          <Field
            key={spec.name}
            name={`new-${spec.name}`}
            label={spec.label}
            hint={spec.hint}
            note={spec.isRequired ? undefined : words.optional}
            error={errors[spec.name]}
            warning={fieldWarning(spec, {
              typed: typed[spec.name] ?? "",
              country: typed.country,
            })}
          >
            {(control) => (
              <FieldControl
                spec={spec}
                control={control}
                typed={typed[spec.name] ?? ""}
                creators={creators}
                onType={(value) => type({ [spec.name]: value })}
                onChoose={(value) => type({ [spec.name]: value })}
              />
            )}
          </Field>
        )
      )}
    </FormSheet>
  );
}

/** State of the form, its sending and its draft. */
function useNewForm(props: NewSheetProps) {
  const { list, page, fields, preset = {}, idName = "id" } = props;
  const place = usePage();
  const { companyId, language } = place;
  const words = useWords(commonWords);
  const first = () =>
    Object.fromEntries(fields.map((spec) => [spec.name, typedOf(spec, preset[spec.name], place)]));
  const form = useForm<Record<string, Typed>>(first, { beside: fields.map(({ name }) => name) });
  const { values: typed, errors, failure, isChanged, isBusy } = form;
  const dialog = useDialog();
  useLeaveGuard(isChanged && !isBusy);

  useLayoutEffect(dialog.open, [props.openings]);

  useEffect(() => {
    if (failure) dialog.ref.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [failure]);

  /** Changes values and clears the errors of their fields. */
  function type(values: Record<string, Typed>) {
    form.change(values);
    const rest = Object.entries(errors).filter(([name]) => !(name in values));
    if (rest.length === Object.keys(errors).length) return;
    form.setErrors(Object.fromEntries(rest));
    if (rest.length === 0) form.setFailure(null);
  }

  async function send() {
    const values = fields.map((spec) => [spec.name, valueOf(spec, typed[spec.name] ?? "", place)]);
    const wrong = values.filter(([, value]) => value === undefined);
    if (wrong.length > 0) {
      form.clear();
      return form.setErrors(Object.fromEntries(wrong.map(([name]) => [name, words.notUnderstood])));
    }
    // An emptied field that had an initial value is sent: nobody, instead of the creator.
    const entries = values.filter(([name, value]) =>
      (value !== null && value !== "") || String(name) in preset
    );
    const json = { ...preset, ...Object.fromEntries(entries), ...props.valuesOf?.(typed) };
    const call = { method: "POST" as const, companyId, language, json };
    const created = await form.send(async () => {
      const outcome = await callApi<Record<string, number>>(list, call);
      // Nothing is left to ask about before the next page opens.
      if (outcome.ok) forget();
      return outcome;
    });
    if (!created) return;
    dialog.close();
    if (props.onMade) return props.onMade(created.data);
    location.assign(page.replace(":id", String(created.data[idName])));
  }

  const forget = () => form.begin(first());

  /** Drops the draft, so that leaving the page asks nothing; an undo still has it. */
  function giveUp() {
    if (!isChanged || isBusy) return;
    forget();
    const bringBack = () => {
      form.change(typed);
      dialog.open();
    };
    showToast({ text: words.discarded, undo: { label: words.undo, run: bringBack } });
  }

  return { dialog, form, type, send, giveUp };
}
