import { useWords } from "@/components/page.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { convertWords } from "@/lib/panel/contacts/convert_words.ts";
import type { ConvertDialogProps } from "@/lib/panel/contacts/ConvertDialog.tsx";
import { useContactState } from "@/lib/panel/contacts/page_state.ts";
import { isShortcut } from "@/lib/panel/page/keys.ts";
import { later } from "@/lib/panel/page/later.ts";

const ConvertDialog = later(
  () => import("@/lib/panel/contacts/ConvertDialog.tsx"),
  "ConvertDialog",
);

/** The button of the dialog in which a contact becomes a client; it is loaded with the first press. */
export function ConvertContact(props: Omit<ConvertDialogProps, "openings">) {
  const state = useContactState(props.state);
  const words = useWords(convertWords);
  const [openings, setOpenings] = useState(0);
  const open = useRef(() => {});
  open.current = () => {
    if (!state.isConverted || openings > 0) setOpenings(openings + 1);
  };

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "v" || !isShortcut(event)) return;
      event.preventDefault();
      open.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);

  return (
    <>
      {!state.isConverted && (
        <button
          type="button"
          class="button button-primary"
          data-command={words.button}
          data-opens=""
          aria-keyshortcuts="v"
          onClick={() => open.current()}
        >
          <Icon name="user-check" />
          {words.button}
        </button>
      )}
      {openings > 0 && (
        <ConvertDialog
          {...props}
          state={state}
          openings={openings}
          onClose={() => setOpenings(0)}
        />
      )}
    </>
  );
}
