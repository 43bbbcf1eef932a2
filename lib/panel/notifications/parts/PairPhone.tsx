import { usePage, useWords } from "@/components/page.ts";
import { useRef, useState } from "preact/hooks";
import { Field } from "@/components/Field.tsx";
import { OpenButton } from "@/lib/panel/notifications/parts/OpenButton.tsx";
import { PairingCode } from "@/lib/panel/notifications/parts/PairingCode.tsx";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { sentBy } from "@/lib/panel/page/keys.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { useDialog } from "@/lib/panel/page/use_dialog.ts";
import { useOnce } from "@/lib/panel/page/use_once.ts";
import { usePolling } from "@/lib/panel/live/use_polling.ts";
import { commonWords } from "@/lib/words/common.ts";
import { phoneWords } from "@/lib/panel/notifications/phone_words.ts";

interface PairPhoneProps {
  /** The phone's user unless another is given. */
  email: string;
  longestUser: number;
}

interface Pairing {
  code: string;
  url: string;
  qr: string;
  expiresAt: string;
}

interface Phone {
  id: string;
  name: string;
  userId: string;
}

const periodMs = 2_000;

/** Shows the code that pairs a phone until one has used it, or its time is over. */
export function PairPhone({ email, longestUser }: PairPhoneProps) {
  const { companyId, language } = usePage();
  const words = useWords(phoneWords);
  const common = useWords(commonWords);
  const who = { companyId, language };
  const [userId, setUserId] = useState(email);
  const [name, setName] = useState("");
  const [pairing, setPairing] = useState<Pairing | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const before = useRef<ReadonlySet<string>>(new Set());
  const dialog = useDialog();
  const id = "pair-phone";

  usePolling(pairing !== null && !isOver, periodMs, lookForPhone);

  const phones = () =>
    callApi<Phone[]>("devices", { ...who, query: { userId: userId.trim(), per_page: 200 } });

  const [getCode, isBusy] = useOnce(async () => {
    setErrors({});
    setFailure(null);
    const known = await phones();
    const json = { userId: userId.trim(), ...(name.trim() ? { name: name.trim() } : {}) };
    const made = await callApi<Pairing>("devices/pairings", { ...who, method: "POST", json });
    if (!made.ok) {
      if (made.why === "refused") setErrors(made.fields);
      return setFailure(failureText(made, language));
    }
    before.current = new Set(known.ok ? known.data.map((phone) => phone.id) : []);
    setOver(false);
    setPairing(made.data);
  });

  async function lookForPhone() {
    const found = await phones();
    const phone = found.ok && found.data.find((one) => !before.current.has(one.id));
    if (!phone) return;
    dialog.close();
    showToast({ text: words.paired(`${phone.name} · ${phone.userId}`) });
    await refreshRegions();
  }

  const line = (field: "userId" | "name") => ({
    class: "control",
    autocomplete: "off",
    autocapitalize: "none" as const,
    spellcheck: false,
    value: field === "userId" ? userId : name,
    onInput: (event: { currentTarget: { value: string } }) =>
      (field === "userId" ? setUserId : setName)(event.currentTarget.value),
  });
  return (
    <>
      <OpenButton label={words.pair} onPress={dialog.open} />
      <dialog
        ref={dialog.ref}
        class="dialog"
        aria-labelledby={`${id}-title`}
        onClose={() => setPairing(null)}
      >
        <form noValidate class="space-y-4 p-5" {...sentBy(getCode)}>
          <h2 id={`${id}-title`} class="font-semibold">{words.pair}</h2>
          {pairing
            ? (
              <PairingCode
                {...pairing}
                isOver={isOver}
                onOver={() => setOver(true)}
              />
            )
            : (
              <>
                <Field
                  name="phone-user"
                  label={words.user}
                  hint={words.userHint}
                  error={errors.userId}
                >
                  {(control) => (
                    <input
                      {...control}
                      {...line("userId")}
                      data-most={longestUser}
                      dir="auto"
                      autofocus
                    />
                  )}
                </Field>
                <Field
                  name="phone-name"
                  label={words.name}
                  note={common.optional}
                  error={errors.name}
                >
                  {(control) => <input {...control} {...line("name")} data-most={60} dir="auto" />}
                </Field>
              </>
            )}
          <p role="alert" class="text-meta text-danger-text empty:hidden">{failure}</p>
          <footer class="flex justify-end gap-2">
            <button type="button" class="button" onClick={dialog.close}>{common.close}</button>
            {(!pairing || isOver) && (
              <button type="submit" class="button button-primary" disabled={isBusy}>
                {pairing ? words.another : words.getCode}
              </button>
            )}
          </footer>
        </form>
      </dialog>
    </>
  );
}
