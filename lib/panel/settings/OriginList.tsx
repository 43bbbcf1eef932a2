import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Field } from "@/components/Field.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { useForm } from "@/lib/panel/form/use_form.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { commonWords } from "@/lib/words/common.ts";
import { settingsWords } from "@/lib/panel/settings/words.ts";

interface OriginListProps {
  origins: string[];
}

/** The sites that may send the public form by script; each change saves itself. */
export function OriginList(props: OriginListProps) {
  const { origins, form, add, remove } = useOrigins(props.origins);
  const words = useWords(settingsWords).form;
  return (
    <div>
      {origins.length === 0 && <p class="py-2 text-meta text-soft">{words.none}</p>}
      <ul>
        {origins.map((origin) => (
          <li key={origin} class="flex min-h-10 items-center gap-3 border-b border-line">
            <span class="min-w-0 flex-1 truncate">{origin}</span>
            <button
              type="button"
              class="button button-plain button-icon text-soft"
              title={words.removeOrigin(origin)}
              onClick={() =>
                remove(origin)}
            >
              <Icon name="x" />
              <span class="sr-only">{words.removeOrigin(origin)}</span>
            </button>
          </li>
        ))}
      </ul>
      <form
        noValidate
        class="mt-3 flex max-w-md items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <div class="min-w-0 flex-1">
          <Field name="origin" label={words.origin} error={form.failure ?? undefined}>
            {(control) => (
              <input
                {...control}
                class="control"
                type="url"
                placeholder="https://"
                data-most={300}
                dir="auto"
                value={form.values.origin}
                onInput={(event) => {
                  form.change({ origin: event.currentTarget.value });
                  form.clear();
                }}
              />
            )}
          </Field>
        </div>
        <button type="submit" class="button self-start mt-5">{words.add}</button>
      </form>
    </div>
  );
}

/** The origins as saved, the one that is typed, and changes, which can be taken back. */
function useOrigins(initial: string[]) {
  const { companyId, language } = usePage();
  const [origins, setOrigins] = useState(initial);
  const form = useForm({ origin: "" }, { beside: [] });
  const words = useWords(settingsWords).form;
  const { undo } = useWords(commonWords);

  async function save(next: string[], text: string): Promise<void> {
    const json = { public_origins: next };
    const call = { companyId, language, method: "PATCH" as const, json };
    const saved = await form.send(() =>
      callApi<{ public_origins: string[] }>(`companies/${companyId}`, call)
    );
    if (!saved) return;
    const before = origins;
    form.begin({ origin: "" });
    setOrigins(saved.data.public_origins);
    await refreshRegions();
    showToast({ text, undo: { label: undo, run: () => save(before, text) } });
  }

  /** Adds the origin of what was typed, also of a page's whole address. */
  function add() {
    const text = form.values.origin.trim();
    if (!text) return;
    const url = URL.parse(/^\w+:\/\//.test(text) ? text : `https://${text}`);
    if (!url || !/^https?:$/.test(url.protocol)) return form.setFailure(words.notAnOrigin);
    if (origins.includes(url.origin)) return form.setFailure(words.isThere);
    save([...origins, url.origin], words.added);
  }

  const remove = (origin: string) => save(origins.filter((one) => one !== origin), words.removed);
  return { origins, form, add, remove };
}
