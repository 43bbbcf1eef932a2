import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { ChannelDialog } from "@/lib/panel/channels/ChannelDialog.tsx";
import { SecretDialog } from "@/lib/panel/channels/SecretDialog.tsx";
import { useChannelForm } from "@/lib/panel/channels/use_channel_form.ts";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import { useDialog, useOpening } from "@/lib/panel/page/use_dialog.ts";

/** Connects a program and shows its secret once; then its page says what is next. */
export function NewChannel() {
  const { href } = usePage();
  const words = useWords(channelsWords);
  const dialog = useDialog();
  const [created, setCreated] = useState<{ id: number; secret: string } | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const form = useChannelForm({
    onSaved(account) {
      dialog.close();
      setCreated(account);
    },
  });

  // Once the secret is gone, which asks before the page is left.
  useEffect(() => {
    if (next) location.assign(next);
  }, [next]);

  function open() {
    form.open(null);
    dialog.open();
  }
  useOpening({ hash: "#new", shortcut: "c", open });

  return (
    <>
      <button
        type="button"
        class="button"
        data-command={words.connect}
        data-opens=""
        aria-keyshortcuts="c"
        onClick={open}
      >
        <Icon name="plus" />
        {words.connect}
      </button>
      <ChannelDialog dialog={dialog} form={form} />
      {created && (
        <SecretDialog
          title={words.made}
          secret={created.secret}
          onClose={() => {
            setCreated(null);
            setNext(href(`/panel/settings/channels/${created.id}`));
          }}
        />
      )}
    </>
  );
}
