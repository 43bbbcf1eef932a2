import { useState } from "preact/hooks";
import { testChannel, versionNow } from "@/lib/panel/channels/channel_calls.ts";
import {
  draftOf,
  emptyMailbox,
  type Found,
  type MailboxDraft,
  type MailboxStart,
  type Protocol,
  type ServerDraft,
  settingsOf,
  withFound,
} from "@/lib/panel/channels/mailbox/mailbox_draft.ts";
import type { Step } from "@/lib/panel/channels/TestSteps.tsx";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { useOnce } from "@/lib/panel/page/use_once.ts";
import { callApi, type Outcome } from "@/lib/panel/save/call_api.ts";
import { failureText } from "@/lib/panel/save/failures.ts";
import type { Language } from "@/lib/words/language.ts";

interface Options {
  /** The mailbox that is changed; null for a new one. */
  first: MailboxStart | null;
  companyId: number;
  language: Language;
  /** It is saved, and what the test of it would say is not asked for. */
  onSaved(): void;
}

/** Name servers and the domain are asked, each with a time-out of its own. */
const discoverMs = 30_000;

/** What is typed of a mailbox: its address, then its fields, then the test of what was saved. */
export function useMailboxForm({ first, companyId, language, onSaved }: Options) {
  const who = { companyId, language };
  const [draft, setDraft] = useState(first ? draftOf(first) : emptyMailbox);
  const [known, setKnown] = useState<{ id: number; version: number } | null>(first);
  const [found, setFound] = useState<Found | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [tested, setTested] = useState<{ steps: Step[]; failure: string | null } | null>(null);
  const way = first?.settings.sign_in ?? "password";
  const signedInBy = way === "password" ? null : way;
  const step = tested ? "tested" : known || found ? "fields" : "address";

  function change(values: Partial<MailboxDraft>) {
    setDraft((before) => ({ ...before, ...values }));
  }

  function refuse(outcome: Exclude<Outcome<unknown>, { ok: true }>) {
    const fields = outcome.why === "refused" ? outcome.fields : {};
    setErrors(fields);
    setFailure(Object.keys(fields).length > 0 ? null : failureText(outcome, language));
  }

  function begin() {
    setErrors({});
    setFailure(null);
  }

  async function look() {
    begin();
    const looked = await callApi<Found>("channels/discover", {
      ...who,
      method: "POST",
      json: { address: draft.address.trim() },
      timeoutMs: discoverMs,
    });
    if (!looked.ok) return refuse(looked);
    setDraft((before) => withFound(before, looked.data));
    setFound(looked.data);
  }

  async function save() {
    begin();
    const { name, password } = draft;
    const given = {
      name,
      address: draft.address.trim(),
      settings: settingsOf(draft, {
        today: known ? null : todayInUtc(),
        hasServers: signedInBy === null,
      }),
      ...(known && password === "" ? {} : { secrets: { password } }),
    };
    const saved = known
      ? await callApi<MailboxStart>(`channels/${known.id}`, {
        ...who,
        method: "PATCH",
        json: { ...given, version: known.version },
      })
      : await callApi<MailboxStart>("channels", {
        ...who,
        method: "POST",
        json: { kind: "email", ...given },
      });
    if (!saved.ok) {
      if (known && saved.why === "refused" && saved.code === "version_conflict") {
        const version = await versionNow(known.id, who);
        if (version !== undefined) setKnown({ ...known, version });
      }
      return refuse(saved);
    }
    const { id, version } = saved.data;
    setKnown({ id, version });
    change({ password: "" });
    await refreshRegions();
    if (first && password === "") return onSaved();
    const outcome = await testChannel(id, who);
    setTested(
      outcome.ok
        ? { steps: outcome.data.steps, failure: null }
        : { steps: [], failure: failureText(outcome, language) },
    );
  }

  const [send, isBusy] = useOnce(async () => {
    if (step === "address") await look();
    if (step === "fields") await save();
  });

  return {
    step,
    draft,
    found,
    id: known?.id ?? null,
    isNew: known === null,
    /** The provider by whose sign-in the mailbox is opened; null for its password. */
    signedInBy,
    companyId,
    errors,
    failure,
    tested,
    isBusy,
    change,
    changeServer: (protocol: Protocol, server: ServerDraft) => change({ [protocol]: server }),
    send,
    /** Back to the fields, once the test has said what is wrong. */
    correct: () => setTested(null),
    /** Back to the address, of which others are found. */
    anew() {
      begin();
      setFound(null);
      // A name that was only offered goes with the address.
      if (draft.name === draft.address) change({ name: "" });
    },
  };
}

export function todayInUtc(): string {
  return new Date().toISOString().slice(0, 10);
}

export type MailboxForm = ReturnType<typeof useMailboxForm>;
