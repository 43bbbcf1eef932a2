import { usePage, useWords } from "@/components/page.ts";
import { useRef, useState } from "preact/hooks";
import { Field } from "@/components/Field.tsx";
import { OpenButton } from "@/lib/panel/notifications/parts/OpenButton.tsx";
import { PairingCode } from "@/lib/panel/notifications/parts/PairingCode.tsx";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { useForm } from "@/lib/panel/form/use_form.ts";
import { FormDialog } from "@/lib/panel/page/FormDialog.tsx";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { useDialog } from "@/lib/panel/page/use_dialog.ts";
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
  const caller = { companyId, language };
  const form = useForm({ userId: email, name: "" }, { beside: [] });
  const { values } = form;
  const userId = values.userId.trim();
  const name = values.name.trim();
  const [pairing, setPairing] = useState<Pairing | null>(null);
  const [isOver, setOver] = useState(false);
  const before = useRef<ReadonlySet<string>>(new Set());
  const dialog = useDialog();
  const id = "pair-phone";

  usePolling(pairing !== null && !isOver, periodMs, lookForPhone);

  const phones = () => callApi<Phone[]>("devices", { ...caller, query: { userId, per_page: 200 } });

  async function getCode() {
    const created = await form.send(async () => {
      const earlier = await phones();
      before.current = new Set(earlier.ok ? earlier.data.map((phone) => phone.id) : []);
      const json = { userId, ...(name ? { name } : {}) };
      return await callApi<Pairing>("devices/pairings", { ...caller, method: "POST", json });
    });
    if (!created) return;
    setOver(false);
    setPairing(created.data);
  }

  async function lookForPhone() {
    const outcome = await phones();
    const phone = outcome.ok && outcome.data.find((one) => !before.current.has(one.id));
    if (!phone) return;
    dialog.close();
    showToast({ text: words.paired(`${phone.name} · ${phone.userId}`) });
    await refreshRegions();
  }

  return (
    <>
      <OpenButton label={words.pair} onPress={dialog.open} />
      <FormDialog
        dialog={dialog}
        titleId={`${id}-title`}
        title={words.pair}
        button={pairing && !isOver ? null : pairing ? words.another : words.getCode}
        dismiss={common.close}
        isBusy={form.isBusy}
        failure={form.failure}
        onSend={() => (!pairing || isOver) && getCode()}
        onClose={() => setPairing(null)}
      >
        {pairing
          ? (
            <PairingCode
              {...pairing}
              isOver={isOver}
              onOver={() => setOver(true)}
            />
          )
          : <PhoneFields {...form} longestUser={longestUser} />}
      </FormDialog>
    </>
  );
}

interface PhoneFieldsProps {
  values: { userId: string; name: string };
  errors: Record<string, string>;
  change(part: { userId?: string; name?: string }): void;
  longestUser: number;
}

function PhoneFields({ values, errors, change, longestUser }: PhoneFieldsProps) {
  const words = useWords(phoneWords);
  const { optional } = useWords(commonWords);
  const line = (field: "userId" | "name") => ({
    class: "control",
    autocomplete: "off",
    autocapitalize: "none" as const,
    spellcheck: false,
    value: values[field],
    onInput: (event: { currentTarget: { value: string } }) =>
      change({ [field]: event.currentTarget.value }),
  });
  return (
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
        note={optional}
        error={errors.name}
      >
        {(control) => <input {...control} {...line("name")} data-most={60} dir="auto" />}
      </Field>
    </>
  );
}
