/** The buttons that ask the device for a passkey: WebAuthn needs a script, all else does without. */
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { watchLengths } from "@/lib/words/pages/length_watch.ts";
import { tooLongTexts } from "@/lib/words/pages/too_long.ts";

interface Words {
  cancelled: string;
  already: string;
  offline: string;
  waiting: string;
  noPasskeys: string;
}

/** Addresses of a form: the source of its options, and the target of the device's answer. */
const urls: Record<string, [options: string, answer: string]> = {
  "sign-in": ["/.gateway/passkey/options", "/.gateway/passkey"],
  link: ["/.gateway/link/options", "/.gateway/link/passkey"],
  add: ["/.gateway/account/passkey/options", "/.gateway/account/passkey"],
};

class Refused extends Error {}

watchLengths(tooLongTexts());

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-passkey]")) equip(form);

function equip(form: HTMLFormElement): void {
  const words: Words = JSON.parse(form.dataset.words!);
  const button = form.querySelector("button")!;
  const status = form.querySelector<HTMLElement>(".status")!;
  const say = (text: string, isProblem: boolean) => {
    status.hidden = text === "";
    status.textContent = text;
    status.classList.toggle("problem", isProblem);
  };
  if (!browserSupportsWebAuthn()) {
    button.disabled = true;
    say(words.noPasskeys, true);
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    say(words.waiting, false);
    try {
      location.assign(await perform(form));
    } catch (error) {
      button.disabled = false;
      say(sentenceFor(error as Error, words), true);
      button.focus();
    }
  });
}

/** @returns the address to open */
async function perform(form: HTMLFormElement): Promise<string> {
  const kind = form.dataset.passkey!;
  const [optionsUrl, answerUrl] = urls[kind]!;
  const fields = Object.fromEntries(new FormData(form));
  const optionsJSON = await post(optionsUrl, fields);
  const response = kind === "sign-in"
    ? await startAuthentication({ optionsJSON })
    : await startRegistration({ optionsJSON });
  return (await post(answerUrl, { ...fields, response })).to;
}

// deno-lint-ignore no-explicit-any
async function post(url: string, body: unknown): Promise<any> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer.error);
  return answer;
}

function sentenceFor(error: Error, words: Words): string {
  if (error instanceof Refused) return error.message;
  if (error.name === "InvalidStateError") return words.already;
  if (error.name === "NotAllowedError" || error.name === "AbortError") return words.cancelled;
  return error instanceof TypeError ? words.offline : error.message;
}
