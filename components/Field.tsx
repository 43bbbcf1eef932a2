import type { ComponentChildren } from "preact";

/** Attributes that tie a control to its label, hint and error. */
export interface ControlProps {
  id: string;
  name: string;
  "aria-invalid"?: "true";
  "aria-describedby"?: string;
}

interface FieldProps {
  /** The field's path in the request, by which errors are named too. */
  name: string;
  /** The control's, where a page may have two of the name. */
  id?: string;
  label: string;
  /** Said beside the label, as "optional" is. */
  note?: string;
  hint?: string;
  error?: string;
  /** Said of what is taken all the same. */
  warning?: ComponentChildren;
  children: (control: ControlProps) => ComponentChildren;
}

/** A label, a control below it, and below that what is wrong with it. */
export function Field({ name, label, note, hint, error, warning, children, ...own }: FieldProps) {
  const id = own.id ?? `field-${name.replaceAll(".", "-")}`;
  const describedBy = [
    hint && `${id}-hint`,
    error && `${id}-error`,
    warning && `${id}-warning`,
  ].filter(Boolean).join(" ");
  const control: ControlProps = {
    id,
    name,
    ...(error ? { "aria-invalid": "true" as const } : {}),
    ...(describedBy ? { "aria-describedby": describedBy } : {}),
  };
  return (
    <div>
      <label for={id} class="mb-1 block text-label font-medium">
        {label}
        {note && <span class="ml-1.5 font-normal text-soft">{note}</span>}
      </label>
      {children(control)}
      {hint && <p id={`${id}-hint`} class="mt-1 text-label text-soft">{hint}</p>}
      {error && <FieldError id={`${id}-error`} text={error} />}
      {warning && (
        <p
          id={`${id}-warning`}
          role="status"
          class="mt-1 text-label text-warning-text empty:hidden"
        >
          {warning}
        </p>
      )}
    </div>
  );
}

/** Error text beside its field. */
export function FieldError({ id, text }: { id: string; text: string }) {
  return <p id={id} class="mt-1 text-label text-danger-text first-letter:uppercase">{text}</p>;
}
