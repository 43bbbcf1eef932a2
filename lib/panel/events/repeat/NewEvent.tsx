import type { NewForm, NewRecordProps } from "@/lib/panel/record/new/NewSheet.tsx";
import { NewRecord } from "@/lib/panel/record/new/NewRecord.tsx";
import type { FieldSpec } from "@/lib/panel/form/field_spec.ts";
import { NewTimes } from "@/lib/panel/events/repeat/NewTimes.tsx";
import { later } from "@/lib/panel/page/later.ts";

const RepeatEditor = later(
  () => import("@/lib/panel/events/repeat/RepeatEditor.tsx"),
  "RepeatEditor",
);

type NewEventProps = Omit<NewRecordProps, "own" | "valuesOf">;

/** The sheet of a new event: its end follows its start, and it may repeat. */
export function NewEvent(props: NewEventProps) {
  function own({ name }: FieldSpec, { typed, errors, type }: NewForm) {
    const starts_at = String(typed.starts_at);
    if (name === "starts_at") {
      return (
        <NewTimes
          key={name}
          times={{ starts_at, ends_at: String(typed.ends_at), all_day: typed.all_day === true }}
          errors={errors}
          onType={(times) => type(times)}
        />
      );
    }
    if (name === "ends_at" || name === "all_day") return false; // drawn with the start
    if (name !== "recurrence") return null;
    return (
      <RepeatEditor
        key={name}
        rule={ruleIn(typed.recurrence)}
        day={starts_at.slice(0, 10) || today()}
        errors={errors}
        onChange={(rule) => type({ recurrence: rule ? JSON.stringify(rule) : "" })}
      />
    );
  }

  return (
    <NewRecord
      {...props}
      own={own}
      valuesOf={({ recurrence }) => ({ recurrence: ruleIn(recurrence) })}
    />
  );
}

function ruleIn(typed: NewForm["typed"][string] | undefined) {
  return typed ? JSON.parse(String(typed)) : null;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
