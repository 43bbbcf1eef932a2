import { Field } from "@/components/Field.tsx";

interface TokenFieldProps {
  label: string;
  hint: string;
  note?: string;
  error?: string;
  value: string;
  onChange(token: string): void;
}

/** An access token of Meta's, which is never shown. */
export function TokenField({ label, hint, note, error, value, onChange }: TokenFieldProps) {
  return (
    <Field name="meta.access_token" label={label} note={note} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          class="control"
          type="password"
          autocomplete="off"
          spellcheck={false}
          data-most={1000}
          dir="ltr"
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
