import { useWords } from "@/components/page.ts";
import { Field } from "@/components/Field.tsx";
import type { ChannelForm } from "@/lib/panel/channels/use_channel_form.ts";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import { commonWords } from "@/lib/words/common.ts";
import { channelWords } from "@/lib/words/statuses.ts";

interface ChannelFieldsProps {
  form: ChannelForm;
}

/** The fields of a program's account. */
export function ChannelFields({ form }: ChannelFieldsProps) {
  const words = useWords(channelsWords);
  const { optional } = useWords(commonWords);
  const { values, errors, change, isNew } = form;
  return (
    <>
      <Field name="channel-name" label={words.name} hint={words.nameHint} error={errors.name}>
        {(control) => (
          <input
            {...control}
            class="control"
            required
            autofocus
            autocomplete="off"
            data-most={60}
            dir="auto"
            value={values.name}
            onInput={(event) => change({ name: event.currentTarget.value })}
          />
        )}
      </Field>
      {isNew && <KindField form={form} />}
      <Field
        name="channel-address"
        label={words.address}
        note={optional}
        hint={words.addressHint}
        error={errors.address}
      >
        {(control) => (
          <input
            {...control}
            class="control"
            autocomplete="off"
            data-most={254}
            dir="auto"
            value={values.address}
            onInput={(event) => change({ address: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field
        name="channel-callback"
        label={words.callback}
        note={optional}
        hint={words.callbackHint}
        error={errors["settings.callback_url"]}
      >
        {(control) => (
          <input
            {...control}
            type="url"
            class="control"
            placeholder="https://"
            autocomplete="off"
            data-most={2000}
            dir="auto"
            value={values.callback}
            onInput={(event) => change({ callback: event.currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}

function KindField({ form }: ChannelFieldsProps) {
  const words = useWords(channelsWords);
  const channels = Object.entries(useWords(channelWords));
  const { values, errors, change } = form;
  return (
    <Field
      name="channel-channel"
      label={words.channel}
      hint={words.channelHint}
      error={errors.channel}
    >
      {(control) => (
        <select
          {...control}
          class="control"
          value={values.channel}
          onChange={(event) => change({ channel: event.currentTarget.value })}
        >
          {channels.map(([value, label]) => (
            <option key={value} value={value} selected={value === values.channel}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
