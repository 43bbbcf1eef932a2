import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { isShownLogo } from "@/lib/values/logo.ts";
import { logoOf } from "@/lib/panel/settings/picture.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { commonWords } from "@/lib/words/common.ts";
import { settingsWords } from "@/lib/panel/settings/words.ts";

interface LogoUploadProps {
  logo: string | null;
  name: string;
}

/** Shows the logo and takes a new one, by a file dialog or dropped on it. */
export function LogoUpload({ name, ...props }: LogoUploadProps) {
  const { logo, isBusy, error, send, remove } = useLogo(props.logo);
  const [isOver, setOver] = useState(false);
  const id = "logo";
  const words = useWords(settingsWords).logo;
  return (
    <div
      class="logo-drop"
      data-over={isOver ? "true" : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        send(event.dataTransfer?.files[0]);
      }}
    >
      <div class="logo-paper">
        {isShownLogo(logo)
          ? <img src={logo} alt={name} data-fresh-disable-lock />
          : <span>{logo ? words.elsewhere : words.none}</span>}
      </div>
      <div class="min-w-0 space-y-2">
        <div class="flex flex-wrap gap-2">
          <input
            id={`${id}-file`}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            class="peer sr-only"
            aria-describedby={`${id}-hint`}
            aria-invalid={error ? "true" : undefined}
            disabled={isBusy}
            onChange={(event) => {
              send(event.currentTarget.files?.[0]);
              event.currentTarget.value = "";
            }}
          />
          <label
            for={`${id}-file`}
            class="button peer-focus-visible:outline-2 peer-focus-visible:outline-accent"
          >
            <Icon
              name={isBusy ? "loader-circle" : "upload"}
              class={isBusy ? "animate-spin" : ""}
            />
            {isBusy ? words.uploading : words.choose}
          </label>
          {logo && (
            <button
              type="button"
              class="button button-plain text-soft"
              onClick={remove}
            >
              {words.remove}
            </button>
          )}
        </div>
        <p id={`${id}-hint`} class="text-label text-soft">{words.drop}</p>
        <p role="alert" class="text-meta text-danger-text empty:hidden">{error}</p>
      </div>
    </div>
  );
}

/** The logo as saved, and its change, which can be taken back. */
function useLogo(initial: string | null) {
  const { companyId, language } = usePage();
  const [logo, setLogo] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const words = useWords(settingsWords).logo;
  const { undo } = useWords(commonWords);
  const caller = { companyId, language };
  const path = `companies/${companyId}`;

  async function send(file: File | undefined) {
    if (!file || isBusy) return;
    setError(null);
    setBusy(true);
    const picture = await logoOf(file);
    if (typeof picture === "string") setError(words.refused[picture]);
    else {
      const call = { ...caller, method: "PUT" as const, file: picture };
      settle(await callApi<{ logo: string }>(`${path}/logo`, call), words.saved);
    }
    setBusy(false);
  }

  async function set(value: string | null, done: string) {
    const call = { ...caller, method: "PATCH" as const, json: { logo: value } };
    settle(await callApi<{ logo: string | null }>(path, call), done);
  }

  function settle(
    outcome: Awaited<ReturnType<typeof callApi<{ logo: string | null }>>>,
    text: string,
  ) {
    if (!outcome.ok) return setError(failureText(outcome, language));
    const before = logo;
    setError(null);
    setLogo(outcome.data.logo);
    showToast({ text, undo: { label: undo, run: () => set(before, text) } });
  }

  return { logo, isBusy, error, send, remove: () => set(null, words.removed) };
}
