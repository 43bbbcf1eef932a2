import { useState } from "preact/hooks";
import { versionNow } from "@/lib/panel/channels/channel_calls.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import type { Language } from "@/lib/words/language.ts";

export interface ChannelDraft {
  name: string;
  channel: string;
  address: string;
  callback: string;
}

/** Initial values of an account's form. */
export interface ChannelStart extends ChannelDraft {
  id: number;
  version: number;
}

/** The answer; a new account's has its secret. */
interface Saved {
  id: number;
  secret?: string;
}

const emptyDraft: ChannelDraft = { name: "", channel: "other", address: "", callback: "" };

interface Options {
  companyId: number;
  language: Language;
  /** @param made a new account, with its secret */
  onSaved(made: { id: number; secret: string } | null): void;
}

/** State of an account's form, new or existing, and its saving. */
export function useChannelForm({ companyId, language, onSaved }: Options) {
  const [draft, setDraft] = useState(emptyDraft);
  const [known, setKnown] = useState<ChannelStart | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  function begin(start: ChannelStart | null) {
    setKnown(start);
    setDraft(start ?? emptyDraft);
    setErrors({});
    setFailure(null);
  }

  async function save() {
    if (isBusy) return;
    setBusy(true);
    setErrors({});
    setFailure(null);
    const { name, channel, address, callback } = draft;
    const given = {
      name,
      address: address.trim() || null,
      settings: { callback_url: callback.trim() || null },
    };
    const who = { companyId, language };
    const saved = known
      ? await callApi<Saved>(`channels/${known.id}`, {
        ...who,
        method: "PATCH",
        json: { ...given, version: known.version },
      })
      : await callApi<Saved>("channels", {
        ...who,
        method: "POST",
        json: { kind: "program", channel, ...given },
      });
    setBusy(false);
    if (!saved.ok) {
      const fields = saved.why === "refused" ? saved.fields : {};
      setErrors(fields);
      if (known && saved.why === "refused" && saved.code === "version_conflict") {
        const version = await versionNow(known.id, who);
        if (version !== undefined) setKnown({ ...known, version });
      }
      return setFailure(Object.keys(fields).length > 0 ? null : failureText(saved, language));
    }
    await refreshRegions();
    const { id, secret } = saved.data;
    onSaved(secret === undefined ? null : { id, secret });
  }

  return {
    draft,
    isNew: known === null,
    errors,
    failure,
    isBusy,
    begin,
    save,
    change: (values: Partial<ChannelDraft>) => setDraft((before) => ({ ...before, ...values })),
  };
}

export type ChannelForm = ReturnType<typeof useChannelForm>;
