import { isInstalled, isIos } from "@/lib/phone/platform.ts";

interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

/** `prompt`: the browser asks when told to. `by-hand`: the person is shown how. */
export type InstallState = "installed" | "prompt" | "by-hand";

let prompt: InstallPrompt | undefined;
const listeners = new Set<() => void>();

if (typeof document !== "undefined") {
  addEventListener("beforeinstallprompt", (event) => {
    // The app asks where it suits the person, not the browser at its own time.
    event.preventDefault();
    prompt = event as InstallPrompt;
    listeners.forEach((listener) => listener());
  });
  addEventListener("appinstalled", () => {
    prompt = undefined;
    listeners.forEach((listener) => listener());
  });
}

export function installState(): InstallState {
  if (isInstalled()) return "installed";
  return prompt && !isIos() ? "prompt" : "by-hand";
}

/** Calls `listener` whenever the state may have changed. */
export function watchInstall(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Only in a tap, once per prompt. @returns whether it was taken */
export async function install(): Promise<boolean> {
  const installPrompt = prompt;
  prompt = undefined;
  const answer = await installPrompt?.prompt();
  listeners.forEach((listener) => listener());
  return answer?.outcome === "accepted";
}
