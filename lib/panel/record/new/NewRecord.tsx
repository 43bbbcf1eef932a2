import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import type { FieldSpec, Typed } from "@/lib/panel/form/field_spec.ts";
import { later } from "@/lib/panel/page/later.ts";
import { useOpening } from "@/lib/panel/page/use_dialog.ts";

const NewSheet = later(() => import("@/lib/panel/record/new/NewSheet.tsx"), "NewSheet");

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
  given?: Record<string, unknown>;
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

/** Button of the form for a new record; saving opens the record's page. */
export function NewRecord(props: NewRecordProps) {
  const { label, hash, shortcut, look } = props;
  const [openings, setOpenings] = useState(0);
  const open = () => setOpenings((before) => before + 1);
  useOpening({ hash, shortcut, open });
  return (
    <>
      <button
        type="button"
        class={look ?? "button button-primary"}
        data-command={label}
        data-opens=""
        aria-keyshortcuts={shortcut}
        onClick={open}
      >
        <Icon name="plus" />
        <span class="create-word">{label}</span>
      </button>
      {openings > 0 && (
        <NewSheet
          {...props}
          openings={openings}
          onClose={() => setOpenings(0)}
        />
      )}
    </>
  );
}
