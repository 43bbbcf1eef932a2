import { missingFilesWords } from "@/lib/words/pages/missing_files.ts";
import type { Language } from "@/lib/words/language.ts";

/**
 * Offers to load the page anew where one of its files does not load, as after a release, and puts
 * what was typed back then, but secrets. A script of its own: no other may have come.
 */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Typed {
  id: string;
  name: string;
  at: number; // among those of its name
  value: string;
  isTicked: boolean;
}

interface Noted {
  key: string;
  typed: Set<Control>;
  isBroken?: boolean;
  keeps?: boolean;
}

const { missingFiles: noted } = globalThis as unknown as { missingFiles: Noted };
const { key, typed } = noted;
const { lang } = document.documentElement;
const language: Language = lang in missingFilesWords.text ? lang as Language : "en";

const named = (name: string) => [...document.getElementsByName(name)];
const isTicked = (control: Control) => control instanceof HTMLInputElement && control.checked;

function isKept({ type, id, name, isConnected }: Control): boolean {
  return isConnected && type !== "password" && type !== "file" && (id || name) !== "";
}

function keep(): void {
  const all = [...typed].filter(isKept).map((control): Typed => {
    const { id, name, value } = control;
    return { id, name, at: named(name).indexOf(control), value, isTicked: isTicked(control) };
  });
  try {
    if (all.length > 0) sessionStorage.setItem(key, JSON.stringify(all));
  } catch {
    // Storage is full or blocked.
  }
}

function restore(): void {
  let all: Typed[] = [];
  try {
    all = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    sessionStorage.removeItem(key);
  } catch {
    return;
  }
  for (const one of all) {
    const { id, name, at } = one;
    const control = (id ? document.getElementById(id) : named(name)[at]) as Control | null;
    if (control && "value" in control) putBack(control, one);
  }
}

/** As if it was typed now, and left: what saves itself does so. */
function putBack(control: Control, { value, isTicked: wasTicked }: Typed): void {
  if (control.value === value && isTicked(control) === wasTicked) return;
  if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)) {
    control.checked = wasTicked;
  } else control.value = value;
  for (const name of ["input", "change"]) {
    control.dispatchEvent(new Event(name, { bubbles: true }));
  }
  if (control === document.activeElement) return;
  control.dispatchEvent(new FocusEvent("blur"));
  control.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
}

/** Without classes: the style sheet may be what is missing. */
function offer(): void {
  if (!noted.isBroken || document.getElementById("missing-files")) return;
  const bar = document.createElement("div");
  bar.id = "missing-files";
  bar.setAttribute("role", "alert");
  bar.style.cssText = "position:sticky;top:0;z-index:99;display:flex;flex-wrap:wrap;gap:12px;" +
    "align-items:center;padding:12px 16px;font:16px/1.5 sans-serif;background:#fff7d6;" +
    "color:#3d2f00";
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = missingFilesWords.reload[language];
  button.style.cssText = "font:inherit;color:inherit;background:#fff;border:1px solid #3d2f00;" +
    "border-radius:6px;padding:8px 16px;min-height:44px;cursor:pointer";
  button.onclick = () => location.reload();
  bar.append(missingFilesWords.text[language], button);
  document.body.prepend(bar);
}

function whenLoaded(act: () => void): void {
  if (document.readyState === "complete") act();
  else addEventListener("load", act);
}

addEventListener("pagehide", () => noted.keeps && keep());
addEventListener("error", offer, true);
whenLoaded(() => {
  offer();
  restore();
});
