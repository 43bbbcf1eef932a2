import { later } from "@/lib/panel/page/later.ts";
import { usePage } from "@/components/page.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import type { IconName } from "@/components/icons/icons.ts";
import { idOf } from "@/lib/panel/page/id_of.ts";
import { isShortcut } from "@/lib/panel/page/keys.ts";
import { runVerb, type Verb } from "@/lib/panel/save/run_verb.ts";

const AskDialog = later(() => import("@/lib/panel/save/AskDialog.tsx"), "AskDialog");

interface VerbButtonProps extends Verb {
  label: string;
  icon?: IconName;
  look?: "plain" | "primary" | "danger" | "menu";
  shortcut?: string;
  /** Why it cannot be pressed now; said instead of being silent. */
  reason?: string;
  confirm?: { title: string; text: string; button: string };
  /** Page that opens afterwards; without it, regions are redrawn. */
  next?: string;
  onDone?(): void;
}

const looks = {
  plain: "button",
  primary: "button button-primary",
  danger: "button button-danger",
  menu: "menu-item",
};

/** A button that calls one verb of the API, with undo or a question first. */
export function VerbButton(props: VerbButtonProps) {
  const page = usePage();
  const { label, icon, look = "plain", reason, confirm, next } = props;
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const why = idOf("verb", props.path, label);

  async function run() {
    if (isBusy) return;
    setBusy(true);
    const verb = { ...props, isLeaving: next !== undefined, isAsked: confirm !== undefined };
    const outcome = await runVerb(verb, page);
    setBusy(false);
    if (!outcome.ok) return outcome;
    props.onDone?.();
    if (next) location.assign(next);
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
        data-opens={confirm ? "" : undefined}
        aria-disabled={reason ? "true" : undefined}
        aria-describedby={reason ? why : undefined}
        aria-keyshortcuts={props.shortcut}
        title={reason ?? (props.shortcut ? `${label} (${props.shortcut})` : undefined)}
        disabled={isBusy}
        onClick={() => {
          if (reason) return;
          if (confirm) setAsking(true);
          else run();
        }}
      >
        {icon && (
          <Icon name={isBusy ? "loader-circle" : icon} class={isBusy ? "animate-spin" : ""} />
        )}
        {label}
      </button>
      {reason && <span id={why} class="sr-only">{reason}</span>}
      {confirm && isAsking && (
        <AskDialog
          {...confirm}
          onYes={run}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
