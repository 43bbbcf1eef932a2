import { usePage } from "@/components/page.ts";
import { useEffect } from "preact/hooks";
import { ignoreLatePresses } from "@/lib/panel/page/late_presses.ts";
import { Phone } from "@/lib/phone/parts/Phone.tsx";

/** The phone app, which ignores late presses as the panel does. */
export function PhoneApp() {
  const { language } = usePage();
  useEffect(ignoreLatePresses, []);
  return <Phone language={language} />;
}
