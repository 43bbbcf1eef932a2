import type { ComponentChild } from "preact";

export interface FieldProps {
  id: string;
  label: string;
  hint?: string;
  error?: string;
  children(control: Control): ComponentChild;
}

interface Control {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

/** A label above its field, with what is wrong below it. */
export function FormField({ id, label, hint, error, children }: FieldProps) {
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  const control: Control = {
    id,
    ...notes && { "aria-describedby": notes },
    ...error && { "aria-invalid": true },
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(control)}
      {hint && <p class="hint soft" id={`${id}-hint`}>{hint}</p>}
      {error && <p class="failure" id={`${id}-error`}>{error}</p>}
    </div>
  );
}
