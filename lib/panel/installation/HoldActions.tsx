import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Field } from "@/components/Field.tsx";
import { usePage, useWords } from "@/components/page.ts";
import { installationWords } from "@/lib/panel/installation/words.ts";
import { useRegionData } from "@/lib/panel/live/use_region_data.ts";
import { FormDialog } from "@/lib/panel/page/FormDialog.tsx";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import { useAnswer } from "@/lib/panel/save/use_answer.ts";
import { commonWords } from "@/lib/words/common.ts";

/** What the page knows of the hold; null where nothing can be done. */
export interface HoldState {
  isHeld: boolean;
  /** What waits, a line for each kind. */
  waiting: string[];
}

interface HoldActionsProps {
  host: string;
  hold: HoldState | null;
}

/** The button that holds the installation, or the one that releases it. */
export function HoldActions({ host, hold: first }: HoldActionsProps) {
  const hold = useRegionData("installation-hold", first);
  const [asking, setAsking] = useState<"hold" | "release" | null>(null);
  const words = useWords(installationWords);
  const close = () => setAsking(null);
  if (!hold) return null;
  const verb = hold.isHeld ? "release" : "hold";
  return (
    <>
      <button type="button" class="button" onClick={() => setAsking(verb)}>
        {words[verb].button}
      </button>
      {asking === "hold" && <HoldDialog host={host} onClose={close} />}
      {asking === "release" && <ReleaseDialog host={host} waiting={hold.waiting} onClose={close} />}
    </>
  );
}

interface DialogProps {
  host: string;
  onClose(): void;
}

interface VerbDialogProps extends DialogProps {
  verb: "hold" | "release";
  /** What is sent beside the host. */
  json: Record<string, string>;
  /** Fields whose errors stand beside them, besides the host's. */
  beside?: string[];
  children(hostField: ComponentChildren, errors: Record<string, string>): ComponentChildren;
}

/** Sends a verb once the installation's host is typed. */
function VerbDialog({ verb, host, json, beside = [], onClose, children }: VerbDialogProps) {
  const page = usePage();
  const words = useWords(installationWords)[verb];
  const [typed, setTyped] = useState("");
  const answer = useAnswer({ beside: ["host", ...beside], isBrief: true });
  const dialog = useOpenDialog();
  async function send() {
    const path = `installation/${verb}`;
    const call = { path, json: { host: typed, ...json }, done: words.done, isAsked: true };
    if (await answer.send(() => runVerb(call, page))) dialog.close();
  }
  const { errors } = answer;
  return (
    <FormDialog
      dialog={dialog}
      titleId={`${verb}-title`}
      title={words.title}
      button={words.button}
      isDanger
      isQuestion
      isBusy={answer.isBusy}
      failure={answer.failure}
      onSend={send}
      onClose={onClose}
    >
      {children(
        <HostField host={host} typed={typed} error={errors.host} onType={setTyped} />,
        errors,
      )}
    </FormDialog>
  );
}

function HoldDialog(props: DialogProps) {
  const { hold: words } = useWords(installationWords);
  const { optional } = useWords(commonWords);
  const [reason, setReason] = useState("");
  const json: Record<string, string> = reason.trim() ? { reason } : {};
  return (
    <VerbDialog {...props} verb="hold" json={json} beside={["reason"]}>
      {(hostField, errors) => (
        <>
          <p class="text-soft">{words.text}</p>
          {hostField}
          <Field name="reason" label={words.reason} note={optional} error={errors.reason}>
            {(control) => (
              <input
                {...control}
                type="text"
                dir="auto"
                class="control"
                data-most={300}
                value={reason}
                onInput={(event) => setReason(event.currentTarget.value)}
              />
            )}
          </Field>
        </>
      )}
    </VerbDialog>
  );
}

const choices = ["keep", "send"] as const;

function ReleaseDialog({ waiting, ...props }: DialogProps & { waiting: string[] }) {
  const all = useWords(installationWords);
  const words = all.release;
  const [choice, setChoice] = useState<typeof choices[number]>("keep");
  return (
    <VerbDialog {...props} verb="release" json={{ owed: choice }}>
      {(hostField) => (
        <>
          <div>
            <h3 class="text-label font-medium">{all.waits}</h3>
            {waiting.length === 0
              ? <p class="text-soft">{all.nothingWaits}</p>
              : (
                <ul class="space-y-1 text-soft">
                  {waiting.map((line) => <li key={line}>{line}</li>)}
                </ul>
              )}
          </div>
          <fieldset class="space-y-2">
            <legend class="mb-1 text-label font-medium">{words.owed}</legend>
            {choices.map((one) => (
              <label key={one} class="flex items-start gap-2">
                <input
                  type="radio"
                  class="mt-1 shrink-0"
                  name="owed"
                  value={one}
                  checked={choice === one}
                  onChange={() => setChoice(one)}
                />
                <span>{words[one]}</span>
              </label>
            ))}
          </fieldset>
          {hostField}
        </>
      )}
    </VerbDialog>
  );
}

interface HostFieldProps {
  host: string;
  typed: string;
  error: string | undefined;
  onType(text: string): void;
}

/** Whoever types the installation's name means this one. */
function HostField({ host, typed, error, onType }: HostFieldProps) {
  const words = useWords(installationWords);
  return (
    <Field name="host" label={words.host(host)} error={error}>
      {(control) => (
        <input
          {...control}
          type="text"
          dir="ltr"
          class="control"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          data-most={300}
          value={typed}
          onInput={(event) => onType(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
