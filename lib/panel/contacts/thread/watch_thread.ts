import { refreshRegions, regionsReplaced } from "@/lib/panel/live/regions.ts";
import { answerChosen, type Answered } from "@/lib/panel/save/run_verb.ts";

/** Delay before an ended undo is removed, since clocks differ a little. */
const marginMs = 500;

/** Redraws the thread when a message can no longer be cancelled. Returns a stop function. */
export function watchUndos(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    const ends = [...document.querySelectorAll<HTMLElement>("[data-until]")]
      .map(({ dataset }) => Date.parse(dataset.until!) - Date.now())
      .filter((leftMs) => leftMs > -marginMs);
    if (ends.length === 0) return;
    timer = setTimeout(() => refreshRegions(["thread"]), Math.min(...ends) + marginMs);
  };
  look();
  document.addEventListener(regionsReplaced, look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener(regionsReplaced, look);
  };
}

/** Calls back when a newer message is drawn. Returns a stop function. */
export function watchArrivals(onArrival: () => void): () => void {
  const newest = () =>
    Number(document.querySelector<HTMLElement>("[data-newest]")?.dataset.newest ?? 0);
  let last = newest();
  const look = () => {
    if (newest() <= last) return;
    last = newest();
    onArrival();
  };
  document.addEventListener(regionsReplaced, look);
  return () => document.removeEventListener(regionsReplaced, look);
}

/** Hides players of what this browser cannot play, such as Ogg Opus; the file can be saved. */
export function watchSounds(): () => void {
  const look = () => {
    for (const player of document.querySelectorAll<HTMLAudioElement>("audio[data-sound]")) {
      const type = player.dataset.sound!;
      const coded = type === "audio/ogg" ? "audio/ogg; codecs=opus" : type;
      player.hidden = player.canPlayType(coded) === "";
    }
  };
  look();
  document.addEventListener(regionsReplaced, look);
  return () => document.removeEventListener(regionsReplaced, look);
}

/** Tells the composer which message an answer shall quote. Returns a stop function. */
export function watchAnswers(): () => void {
  const press = ({ target }: MouseEvent) => {
    const button = (target as Element).closest<HTMLElement>("[data-answer]");
    if (!button) return;
    const { answer, via, text = "" } = button.dataset;
    const detail: Answered = { id: Number(answer), via: Number(via), text };
    document.dispatchEvent(new CustomEvent(answerChosen, { detail }));
    document.querySelector<HTMLElement>(".composer textarea")?.focus();
  };
  document.addEventListener("click", press);
  return () => document.removeEventListener("click", press);
}
