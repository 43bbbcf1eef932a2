import { fetchModule } from "@/components/fetch_module.ts";
import { tellNotLoaded } from "@/lib/panel/page/later.ts";
import type { Language } from "@/lib/words/language.ts";

/** Follows the buttons of mails, which the server draws. Returns a stop function. */
export function watchMailPresses(who: { companyId: number; language: Language }): () => void {
  const press = ({ target }: MouseEvent) => {
    const button = (target as Element).closest<HTMLElement>(
      "[data-forward],[data-invited],[data-sender]",
    );
    if (!button) return;
    fetchModule(() => import("@/lib/panel/contacts/thread/mail/mail_presses.ts"))
      .then(({ pressMail }) => pressMail(button, who), () => tellNotLoaded(who.language));
  };
  document.addEventListener("click", press);
  return () => document.removeEventListener("click", press);
}
