import type { NewRecordProps } from "@/lib/panel/record/new/NewSheet.tsx";
import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { later } from "@/lib/panel/page/later.ts";
import { useOpening } from "@/lib/panel/page/use_dialog.ts";

const NewSheet = later(() => import("@/lib/panel/record/new/NewSheet.tsx"), "NewSheet");

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
