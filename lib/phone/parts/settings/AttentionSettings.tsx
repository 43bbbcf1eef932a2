import { changeAttention } from "@/lib/phone/inbox/attention.ts";
import { timeZone } from "@/lib/phone/inbox/days.ts";
import { type PhoneState, say } from "@/lib/phone/page/state.ts";
import type { Quiet } from "@/lib/values/quiet_hours.ts";
import { type Language, locales, speak } from "@/lib/words/language.ts";
import { attentionWords } from "@/lib/words/phone/attention.ts";

const week = [1, 2, 3, 4, 5, 6, 7];

/** Quiet hours and muted senders, of the person and not of this phone. */
export function AttentionSettings({ state }: { state: PhoneState }) {
  const { attention, language, pairings } = state;
  const words = speak(attentionWords, language);
  if (pairings.length === 0) return null;
  return (
    <>
      <section class="settings-section">
        <h2>{words.quiet.title}</h2>
        <p>{words.quiet.text}</p>
        {attention
          ? <QuietFields quiet={attention.quiet} language={language} />
          : <p role="status">{words.loading}</p>}
      </section>
      {attention && (
        <section class="settings-section">
          <h2>{words.muted.title}</h2>
          <p>{attention.muted.length > 0 ? words.muted.text : words.muted.none}</p>
          {attention.muted.length > 0 && <Muted muted={attention.muted} language={language} />}
        </section>
      )}
    </>
  );
}

function QuietFields({ quiet, language }: { quiet: Quiet | null; language: Language }) {
  const words = speak(attentionWords, language).quiet;
  const here = timeZone();
  const usual = { days: week, from: "22:00", to: "07:00", timezone: here, highPasses: true };
  const change = (part: Partial<Quiet>) => void changeAttention({ quiet: { ...quiet!, ...part } });
  const turn = (isOn: boolean) => void changeAttention({ quiet: isOn ? usual : null });
  const clock = (name: "from" | "to") => (
    <label class="clock">
      <span>{words[name]}</span>
      <input
        type="time"
        required
        value={quiet![name]}
        onChange={({ currentTarget: { value } }) => value && change({ [name]: value })}
      />
    </label>
  );
  return (
    <>
      <label class="switch">
        <input
          type="checkbox"
          role="switch"
          checked={quiet !== null}
          onChange={(event) => turn(event.currentTarget.checked)}
        />
        <span>{words.on}</span>
      </label>
      {quiet && (
        <>
          <div class="clocks">
            {clock("from")}
            {clock("to")}
          </div>
          <Days quiet={quiet} language={language} />
          <label class="switch">
            <input
              type="checkbox"
              role="switch"
              checked={quiet.highPasses}
              onChange={(event) => change({ highPasses: event.currentTarget.checked })}
            />
            <span>{words.highPasses}</span>
          </label>
          <p>{words.zone(quiet.timezone)}</p>
          {quiet.timezone !== here && (
            <button
              type="button"
              class="button"
              onClick={() => change({ timezone: here })}
            >
              {words.useHere(here)}
            </button>
          )}
        </>
      )}
    </>
  );
}

function Days({ quiet, language }: { quiet: Quiet; language: Language }) {
  const words = speak(attentionWords, language).quiet;
  const toggle = (day: number) => {
    const others = quiet.days.filter((one) => one !== day);
    const days = others.length < quiet.days.length ? others : [...others, day].sort();
    if (days.length === 0) return say(words.noDays, true);
    void changeAttention({ quiet: { ...quiet, days } });
  };
  return (
    <fieldset class="segments days">
      <legend>{words.days}</legend>
      {week.map((day) => (
        <label key={day} class="segment">
          <input
            type="checkbox"
            checked={quiet.days.includes(day)}
            onChange={(event) => {
              toggle(day);
              event.currentTarget.checked = quiet.days.includes(day);
            }}
          />
          <span aria-hidden="true">{dayName(day, language, "short")}</span>
          <span class="unseen">{dayName(day, language, "long")}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Muted({ muted, language }: { muted: string[]; language: Language }) {
  const words = speak(attentionWords, language).muted;
  const unmute = async (sender: string) => {
    const others = muted.filter((one) => one !== sender);
    if (await changeAttention({ muted: others })) say(words.undone(sender));
  };
  return (
    <ul class="pairings">
      {muted.map((sender) => (
        <li key={sender}>
          <div>
            <p class="strong">{sender}</p>
          </div>
          <button
            type="button"
            class="button"
            aria-label={words.remove(sender)}
            onClick={() => unmute(sender)}
          >
            {words.unmute}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** 5 January 2026 is a Monday. */
function dayName(day: number, language: Language, weekday: "short" | "long"): string {
  return new Intl.DateTimeFormat(locales[language], { weekday, timeZone: "UTC" })
    .format(new Date(Date.UTC(2026, 0, 4 + day)));
}
