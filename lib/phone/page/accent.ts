import { accentRules } from "@/lib/values/accent.ts";

let sheet: CSSStyleSheet | undefined;

/** Makes a company's colour the app's accent; `null` gives back the app's own. */
export function applyAccent(color: string | null): void {
  try {
    sheet ??= new CSSStyleSheet();
    sheet.replaceSync(color === null ? "" : accentRules(color));
    document.adoptedStyleSheets = [sheet];
  } catch {
    // Old browsers keep the app's own accent.
  }
}
