import { useEffect } from "preact/hooks";
import { ignoreLatePresses } from "@/lib/panel/page/input/late_presses.ts";
import { Phone } from "@/lib/phone/parts/Phone.tsx";
import type { Language } from "@/lib/words/language.ts";

/** The phone app, which ignores late presses as the panel does. */
export function PhoneApp({ language }: { language: Language }) {
  useEffect(ignoreLatePresses, []);
  return <Phone language={language} />;
}
