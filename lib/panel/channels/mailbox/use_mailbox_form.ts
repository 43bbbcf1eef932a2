import { useEffect, useState } from "preact/hooks";
import { usePage } from "@/components/page.ts";
import { testChannel, versionNow } from "@/lib/panel/channels/channel_calls.ts";
import {
  type Discovery,
  draftOf,
  emptyMailbox,
  type MailboxDraft,
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
import { callApi, type Caller } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";

interface Options {
  /** The mailbox that is changed; null for a new one. */
  first: MailboxStart | null;
  /** Called when it was saved without a test. */
  onSaved(): void;
}

/** DNS and the domain's autoconfig are asked, each with a time-out of its own. */
const discoverMs = 30_000;

function discover(address: string, caller: Caller) {
  const call = { ...caller, method: "POST" as const, json: { address }, timeoutMs: discoverMs };
  return callApi<Discovery>("channels/discover", call);
}

/** How the mailbox signs in: by its provider, or with a password, which may switch to it. */
function useSignIn(first: MailboxStart | null, caller: Caller) {
  const [offer, setOffer] = useState<Discovery["sign_in"]>(null);
  const wasSignedInBy = providerIn(first);
  const [signedInBy, setSignedInBy] = useState(wasSignedInBy);
  useEffect(() => {
    if (!first || wasSignedInBy !== null) return;
    discover(first.address, caller).then((looked) => looked.ok && setOffer(looked.data.sign_in));
  }, []);
  return {
    /** Provider whose sign-in the mailbox uses; null for a password. */
    signedInBy,
    /** Provider's sign-in that a mailbox with a password could switch to. */
    offer,
    movesToPassword: signedInBy === null && wasSignedInBy !== null,
    /** Switches from the provider's sign-in to a password, and back. */
    togglePassword: wasSignedInBy === null
      ? null
      : () => setSignedInBy(signedInBy === null ? wasSignedInBy : null),
  };
}

type SignIn = ReturnType<typeof useSignIn>;
type Stored = { id: number; version: number } | null;

/** Creates the mailbox, or changes the stored one. */
function store(draft: MailboxDraft, stored: Stored, signIn: SignIn, caller: Caller) {
  const { name, password } = draft;
  const { signedInBy, movesToPassword } = signIn;
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
  const [path, method, json] = stored
    ? [`channels/${stored.id}`, "PATCH" as const, { ...input, version: stored.version }]
    : ["channels", "POST" as const, { kind: "email", ...input }];
  return callApi<MailboxStart>(path, { ...caller, method, json });
}

/** State of the mailbox form: first the address, then the fields, then the test once saved. */
export function useMailboxForm({ first, onSaved }: Options) {
  const { companyId, language } = usePage();
  const caller = { companyId, language };
  const form = useForm(first ? draftOf(first) : emptyMailbox, { isBrief: true });
  const { values: draft, change } = form;
  const [stored, setStored] = useState<Stored>(first);
  const [discovery, setDiscovery] = useState<Discovery | null>(null);
  const [tested, setTested] = useState<{ steps: Step[]; failure: string | null } | null>(null);
  const signIn = useSignIn(first, caller);
  const step = tested ? "tested" : stored || discovery ? "fields" : "address";

  async function look() {
    const looked = await discover(draft.address.trim(), caller);
    if (looked.ok) {
      form.begin((before) => withDiscovery(before, looked.data));
      setDiscovery(looked.data);
    }
    return looked;
  }

  async function save() {
    const saved = await store(draft, stored, signIn, caller);
    if (!saved.ok) {
      if (stored && saved.why === "refused" && saved.code === "version_conflict") {
        const version = await versionNow(stored.id, caller);
        if (version !== undefined) setStored({ ...stored, version });
      }
      return saved;
    }
    const { id, version } = saved.data;
    setStored({ id, version });
    change({ password: "" });
    await refreshRegions();
    if (first && draft.password === "") {
      onSaved();
      return saved;
    }
    const outcome = await testChannel(id, caller);
    setTested(
      outcome.ok
        ? { steps: outcome.data.steps, failure: null }
        : { steps: [], failure: failureText(outcome, language) },
    );
    return saved;
  }

  return {
    ...form,
    ...signIn,
    step,
    draft,
    discovery,
    id: stored?.id ?? null,
    isNew: stored === null,
    needsPassword: stored === null || signIn.movesToPassword,
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
