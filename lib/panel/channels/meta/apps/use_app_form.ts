import { useState } from "preact/hooks";
import { usePage } from "@/components/page.ts";
import type { GuideApp } from "@/lib/panel/channels/meta/guide/guide.ts";
import { callApi, type Caller } from "@/lib/panel/api/call_api.ts";
import { useForm } from "@/lib/panel/form/use_form.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";

export interface AppDraft {
  name: string;
  appId: string;
  secret: string;
  instagramSecret: string;
  companies: number[];
}

const emptyDraft: AppDraft = {
  name: "",
  appId: "",
  secret: "",
  instagramSecret: "",
  companies: [],
};

/** State of an app's form and its saving. @param first the app that is changed; null for a new one */
export function useAppForm(
  { first, onSaved }: { first: GuideApp | null; onSaved(id: number): void },
) {
  const { companyId, language } = usePage();
  const caller = { companyId, language };
  const [version, setVersion] = useState(first?.version);
  const form = useForm(
    first
      ? { ...emptyDraft, name: first.name, appId: first.appId, companies: first.companies }
      : emptyDraft,
    { isBrief: true },
  );

  async function write() {
    const { values } = form;
    if (!first) {
      return await callApi<{ id: number }>("meta-apps", {
        ...caller,
        method: "POST",
        json: {
          name: values.name,
          app_id: values.appId,
          companies: values.companies,
          secrets: {
            app_secret: values.secret,
            ...secretOf("instagram_app_secret", values.instagramSecret),
          },
        },
      });
    }
    const secrets = {
      ...secretOf("app_secret", values.secret),
      ...secretOf("instagram_app_secret", values.instagramSecret),
    };
    const saved = await callApi<{ id: number }>(`meta-apps/${first.id}`, {
      ...caller,
      method: "PATCH",
      json: {
        version,
        name: values.name,
        companies: values.companies,
        ...(Object.keys(secrets).length > 0 ? { secrets } : {}),
      },
    });
    if (!saved.ok && saved.why === "refused" && saved.code === "version_conflict") {
      setVersion(await newestVersion(first.id, caller));
    }
    return saved;
  }

  return {
    ...form,
    isNew: first === null,
    async save() {
      const saved = await form.send(write);
      if (!saved) return;
      if (first) await refreshRegions();
      onSaved(saved.data.id);
    },
  };
}

export type AppForm = ReturnType<typeof useAppForm>;

function secretOf(name: string, typed: string): Record<string, string> {
  return typed.trim() === "" ? {} : { [name]: typed };
}

/** The form keeps what is typed, and may be saved over what somebody else has changed. */
async function newestVersion(id: number, caller: Caller): Promise<number | undefined> {
  await refreshRegions();
  const read = await callApi<{ version: number }>(`meta-apps/${id}`, caller);
  return read.ok ? read.data.version : undefined;
}
