import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Icon } from "@/components/Icon.tsx";
import type { IconName } from "@/components/icons.ts";
import { isShortcut } from "@/lib/panel/keys.ts";
import { runVerb, type Verb } from "@/lib/panel/run_verb.ts";
import { useDialog } from "@/lib/panel/use_dialog.ts";
import { commonWords } from "@/lib/words/panel/common.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface VerbButtonProps extends Verb {
  companyId: number;
  language: Language;
  label: string;
  icon?: IconName;
  look?: "plain" | "primary" | "danger" | "menu";
  /** A letter that presses it. */
  shortcut?: string;
  /** Why it cannot be pressed now; said instead of being silent. */
  reason?: string;
  /** Asked first, where there is no way back. */
  confirm?: { title: string; text: string; button: string };
}

const looks = {
  plain: "button",
  primary: "button button-primary",
  danger: "button button-danger",
  menu: "menu-item",
};

/** A button that calls one verb of the API, with undo or a question first. */
export function VerbButton(props: VerbButtonProps) {
  const { companyId, language, label, icon, look = "plain", reason, confirm } = props;
  const [isBusy, setBusy] = useState(false);
  const dialog = useDialog();
  const button = useRef<HTMLButtonElement>(null);
  const why = useId();
  const words = speak(commonWords, language);

  async function run() {
    dialog.close();
    if (isBusy) return;
    setBusy(true);
    await runVerb(props, { companyId, language });
    setBusy(false);
  }

  useEffect(() => {
    if (!props.shortcut || reason) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== props.shortcut || !isShortcut(event)) return;
      event.preventDefault();
      button.current?.click();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [props.shortcut, reason]);

  return (
    <>
      <button
        ref={button}
        type="button"
        class={looks[look]}
        data-command={reason ? undefined : label}
        aria-disabled={reason ? "true" : undefined}
        aria-describedby={reason ? why : undefined}
        aria-keyshortcuts={props.shortcut}
        title={reason ?? (props.shortcut ? `${label} (${props.shortcut})` : undefined)}
        disabled={isBusy}
        onClick={() => {
          if (reason) return;
          if (confirm) dialog.open();
          else run();
        }}
      >
        {icon && (
          <Icon name={isBusy ? "loader-circle" : icon} class={isBusy ? "animate-spin" : ""} />
        )}
        {label}
      </button>
      {reason && <span id={why} class="sr-only">{reason}</span>}
      {confirm && (
        <dialog ref={dialog.ref} class="dialog" aria-labelledby={`${why}-title`}>
          <form
            method="dialog"
            class="space-y-4 p-5"
            onSubmit={(event) => {
              event.preventDefault();
              run();
            }}
          >
            <h2 id={`${why}-title`} class="font-semibold">{confirm.title}</h2>
            <p class="text-soft">{confirm.text}</p>
            <footer class="flex justify-end gap-2">
              <button type="button" class="button" onClick={dialog.close}>{words.cancel}</button>
              <button type="submit" class="button button-primary" autofocus>
                {confirm.button}
              </button>
            </footer>
          </form>
        </dialog>
      )}
    </>
  );
}
