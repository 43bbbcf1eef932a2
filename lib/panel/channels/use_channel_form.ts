import { useState } from "preact/hooks";
import { usePage } from "@/components/page.ts";
import { versionNow } from "@/lib/panel/channels/channel_calls.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { useForm } from "@/lib/panel/form/use_form.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";

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

/** State of an account's form, new or existing, and its saving. */
export function useChannelForm(
  { onSaved }: { onSaved(created: { id: number; secret: string } | null): void },
) {
  const { companyId, language } = usePage();
  const caller = { companyId, language };
  const [stored, setStored] = useState<ChannelStart | null>(null);
  const form = useForm(emptyDraft, { isBrief: true });

  async function write() {
    const { name, channel, address, callback } = form.values;
    const input = {
      name,
      address: address.trim() || null,
      settings: { callback_url: callback.trim() || null },
    };
    if (!stored) {
      const json = { kind: "program", channel, ...input };
      return await callApi<Saved>("channels", { ...caller, method: "POST", json });
    }
    const json = { ...input, version: stored.version };
    const saved = await callApi<Saved>(`channels/${stored.id}`, {
      ...caller,
      method: "PATCH",
      json,
    });
    if (!saved.ok && saved.why === "refused" && saved.code === "version_conflict") {
      const version = await versionNow(stored.id, caller);
      if (version !== undefined) setStored({ ...stored, version });
    }
    return saved;
  }

  async function save() {
    const saved = await form.send(write);
    if (!saved) return;
    await refreshRegions();
    const { id, secret } = saved.data;
    onSaved(secret === undefined ? null : { id, secret });
  }

  return {
    ...form,
    isNew: stored === null,
    /** @param start the account, or null for a new one */
    open(start: ChannelStart | null) {
      setStored(start);
      form.begin(start ?? emptyDraft);
    },
    save,
  };
}

export type ChannelForm = ReturnType<typeof useChannelForm>;
