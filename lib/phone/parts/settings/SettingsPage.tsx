import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { AttentionSettings } from "@/lib/phone/parts/settings/AttentionSettings.tsx";
import { PairingRows } from "@/lib/phone/parts/pairing/PairingRows.tsx";
import { PushControl } from "@/lib/phone/parts/settings/PushControl.tsx";
import { install, installState, watchInstall } from "@/lib/phone/install.ts";
import { signalOf } from "@/lib/phone/page/alerts.ts";
import {
  applyPreferences,
  languageNow,
  prefer,
  preferences,
} from "@/lib/phone/page/preferences.ts";
import { phone, type PhoneState } from "@/lib/phone/page/state.ts";
import { writeSetting } from "@/lib/phone/store.ts";
import { speak } from "@/lib/words/language.ts";
import { phoneSettingsWords } from "@/lib/words/phone/settings.ts";

export function SettingsPage({ state }: { state: PhoneState }) {
  const { language } = state;
  const words = speak(phoneSettingsWords, language);
  const [chosen, setChosen] = useState(preferences);
  const [installing, setInstalling] = useState(installState);
  useEffect(() => watchInstall(() => setInstalling(installState())), []);
  const choose = (change: Parameters<typeof prefer>[0]) => {
    prefer(change);
    setChosen(preferences());
    applyPreferences();
    phone.set({ language: languageNow() });
    if (change.sound !== undefined) void writeSetting("sound", change.sound);
  };
  return (
    <div class="settings">
      <Section title={words.push.title}>
        <PushControl state={state} />
        {installing === "prompt" && (
          <button type="button" class="button" onClick={() => install()}>
            <Icon name="download" class="icon" />
            {words.app.install}
          </button>
        )}
      </Section>
      <Section title={words.sound.title}>
        <label class="switch">
          <input
            type="checkbox"
            role="switch"
            checked={chosen.sound}
            onChange={(event) => choose({ sound: event.currentTarget.checked })}
          />
          <span>{words.sound.label}</span>
        </label>
        <p>{words.sound.text}</p>
        <button
          type="button"
          class="button"
          disabled={!chosen.sound}
          onClick={() => signalOf("normal")}
        >
          {words.sound.tryOut}
        </button>
      </Section>
      <AttentionSettings state={state} />
      <Choice
        title={words.look.title}
        name="theme"
        value={chosen.theme}
        options={[[null, words.look.system], ["light", words.look.light], [
          "dark",
          words.look.dark,
        ]]}
        onChoose={(theme) => choose({ theme })}
      />
      <Choice
        title={words.language.title}
        name="language"
        value={chosen.language}
        options={[[null, words.language.system], ["es", words.language.es], [
          "en",
          words.language.en,
        ]]}
        onChoose={(wanted) => choose({ language: wanted })}
      />
      <Section title={words.pairings.title}>
        <PairingRows state={state} />
      </Section>
      <p>
        <a class="button" href={`/phone/help?lang=${language}`}>{words.help}</a>
      </p>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="settings-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface ChoiceProps<T extends string> {
  title: string;
  name: string;
  value: T | null;
  options: [T | null, string][];
  onChoose(value: T | null): void;
}

function Choice<T extends string>({ title, name, value, options, onChoose }: ChoiceProps<T>) {
  const id = `${name}-choice`;
  return (
    <section class="settings-section">
      <h2 id={id}>{title}</h2>
      <div class="segments" role="radiogroup" aria-labelledby={id}>
        {options.map(([option, label]) => (
          <label key={label} class="segment">
            <input
              type="radio"
              name={name}
              checked={option === value}
              onChange={() => onChoose(option)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </section>
  );
}
