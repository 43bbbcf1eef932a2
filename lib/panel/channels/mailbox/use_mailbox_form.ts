import { useEffect, useState } from "preact/hooks";
import { usePage } from "@/components/page.ts";
import { testChannel, versionNow } from "@/lib/panel/channels/channel_calls.ts";
import {
  type Discovery,
  draftOf,
  emptyMailbox,
  type MailboxStart,
  type Protocol,
  type ServerDraft,
  settingsOf,
  type SignInProvider,
  withDiscovery,
} from "@/lib/panel/channels/mailbox/mailbox_draft.ts";
import type { Step } from "@/lib/panel/channels/TestSteps.tsx";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { useForm } from "@/lib/panel/form/use_form.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";

interface Options {
  /** The mailbox that is changed; null for a new one. */
  first: MailboxStart | null;
  /** Called when it was saved without a test. */
  onSaved(): void;
}

/** DNS and the domain's autoconfig are asked, each with a time-out of its own. */
const discoverMs = 30_000;

/** State of the mailbox form: first the address, then the fields, then the test once saved. */
export function useMailboxForm({ first, onSaved }: Options) {
  const { companyId, language } = usePage();
  const who = { companyId, language };
  const form = useForm(first ? draftOf(first) : emptyMailbox, { isBrief: true });
  const { values: draft, change } = form;
  const [stored, setStored] = useState<{ id: number; version: number } | null>(first);
  const [discovery, setDiscovery] = useState<Discovery | null>(null);
  const [tested, setTested] = useState<{ steps: Step[]; failure: string | null } | null>(null);
  const [offer, setOffer] = useState<Discovery["sign_in"]>(null);
  const wasSignedInBy = providerIn(first);
  const [signedInBy, setSignedInBy] = useState(wasSignedInBy);
  const movesToPassword = signedInBy === null && wasSignedInBy !== null;
  const step = tested ? "tested" : stored || discovery ? "fields" : "address";

  // A mailbox with a password may switch to its provider's sign-in.
  useEffect(() => {
    if (!first || wasSignedInBy !== null) return;
    ask(first.address).then((looked) => looked.ok && setOffer(looked.data.sign_in));
  }, []);

  function ask(address: string) {
    const call = { ...who, method: "POST" as const, json: { address }, timeoutMs: discoverMs };
    return callApi<Discovery>("channels/discover", call);
  }

  async function look() {
    const looked = await ask(draft.address.trim());
    if (looked.ok) {
      form.begin((before) => withDiscovery(before, looked.data));
      setDiscovery(looked.data);
    }
    return looked;
  }

  async function save() {
    const { name, password } = draft;
    const input = {
      name,
      address: draft.address.trim(),
      settings: settingsOf(draft, {
        today: stored ? null : todayInUtc(),
        hasServers: signedInBy === null,
        movesToPassword,
      }),
      ...(stored && password === "" && !movesToPassword ? {} : { secrets: { password } }),
    };
    const saved = stored
      ? await callApi<MailboxStart>(`channels/${stored.id}`, {
        ...who,
        method: "PATCH",
        json: { ...input, version: stored.version },
      })
      : await callApi<MailboxStart>("channels", {
        ...who,
        method: "POST",
        json: { kind: "email", ...input },
      });
    if (!saved.ok) {
      if (stored && saved.why === "refused" && saved.code === "version_conflict") {
        const version = await versionNow(stored.id, who);
        if (version !== undefined) setStored({ ...stored, version });
      }
      return saved;
    }
    const { id, version } = saved.data;
    setStored({ id, version });
    change({ password: "" });
    await refreshRegions();
    if (first && password === "") {
      onSaved();
      return saved;
    }
    const outcome = await testChannel(id, who);
    setTested(
      outcome.ok
        ? { steps: outcome.data.steps, failure: null }
        : { steps: [], failure: failureText(outcome, language) },
    );
    return saved;
  }

  return {
    ...form,
    step,
    draft,
    discovery,
    id: stored?.id ?? null,
    isNew: stored === null,
    /** Provider whose sign-in the mailbox uses; null for a password. */
    signedInBy,
    /** Provider's sign-in that a mailbox with a password could switch to. */
    offer,
    needsPassword: stored === null || movesToPassword,
    /** Switches from the provider's sign-in to a password, and back. */
    togglePassword: wasSignedInBy === null
      ? null
      : () => setSignedInBy(signedInBy === null ? wasSignedInBy : null),
    tested,
    changeServer: (protocol: Protocol, server: ServerDraft) => change({ [protocol]: server }),
    async send() {
      if (step === "address") await form.send<unknown>(look);
      if (step === "fields") await form.send<unknown>(save);
    },
    /** Returns to the fields after a failed test. */
    correct: () => setTested(null),
    /** Returns to the address, to look up another one. */
    anew() {
      form.clear();
      setDiscovery(null);
      // A name that was only suggested is cleared with the address.
      if (draft.name === draft.address) change({ name: "" });
    },
  };
}

function providerIn(first: MailboxStart | null): SignInProvider | null {
  const way = first?.settings.sign_in ?? "password";
  return way === "password" ? null : way;
}

export function todayInUtc(): string {
  return new Date().toISOString().slice(0, 10);
}

export type MailboxForm = ReturnType<typeof useMailboxForm>;
