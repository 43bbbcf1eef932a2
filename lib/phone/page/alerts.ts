/** Sound and vibration for arrivals while the app is open. */
import type { PhoneNotification, Priority } from "@/lib/phone/notification.ts";
import { preferences } from "@/lib/phone/page/preferences.ts";

type Tone = [frequency: number, at: number, length: number];

interface Signal {
  tones: Tone[];
  volume: number;
  vibration: number[];
}

const signals: Record<Exclude<Priority, "low">, Signal> = {
  normal: { tones: [[740, 0, 0.14], [988, 0.12, 0.22]], volume: 0.2, vibration: [120] },
  high: {
    tones: [[880, 0, 0.18], [660, 0.2, 0.18], [880, 0.4, 0.18], [660, 0.6, 0.18], [880, 0.8, 0.36]],
    volume: 0.4,
    vibration: [700, 200, 700, 200, 1200],
  },
};

const urgency: Priority[] = ["low", "normal", "high"];
/** Time in which one tab keeps the others from sounding for the same arrival. */
const quietMs = 1_500;

let audio: AudioContext | undefined;

/** Lets sounds be made from the first tap on: before it, browsers allow none. */
export function unlockSound(signal: AbortSignal): void {
  const unlock = () => {
    if (typeof AudioContext === "undefined") return;
    audio ??= new AudioContext();
    void audio.resume();
  };
  for (const name of ["pointerup", "keydown"] as const) {
    addEventListener(name, unlock, { signal, passive: true });
  }
}

/** One signal for all that have arrived, by the most urgent among them; none for low ones. */
export function alertOf(arrived: Pick<PhoneNotification, "id" | "priority">[]): void {
  const most = Math.max(...arrived.map(({ priority }) => urgency.indexOf(priority)));
  const priority = urgency[most];
  if (!priority || priority === "low" || !preferences().sound) return;
  void once(arrived[0]!.id, () => signalOf(priority));
}

/** Sounds and vibrates as a notification of this priority does. */
export function signalOf(priority: Exclude<Priority, "low">): void {
  const { tones, volume, vibration } = signals[priority];
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(vibration);
  if (audio?.state !== "running") return;
  for (const [frequency, at, length] of tones) {
    const begin = audio.currentTime + at;
    const gain = new GainNode(audio, { gain: 0 });
    // Without a slope at both ends it would click.
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(volume, begin + 0.015);
    gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
    const oscillator = new OscillatorNode(audio, { frequency, type: "triangle" });
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(begin);
    oscillator.stop(begin + length);
  }
}

/** Makes the sound in one tab only, of all that hear of the same arrival. */
async function once(id: string, run: () => void): Promise<void> {
  if (!navigator.locks) return run();
  await navigator.locks.request(`relevo-alert-${id}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    run();
    await new Promise((resolve) => setTimeout(resolve, quietMs));
  });
}
