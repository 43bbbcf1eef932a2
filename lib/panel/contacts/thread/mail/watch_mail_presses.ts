import type { Caller } from "@/lib/panel/api/call_api.ts";
import { fetchModule } from "@/components/fetch_module.ts";
import { tellNotLoaded } from "@/lib/panel/page/later.ts";

/** Follows the buttons of mails, which the server draws. Returns a stop function. */
export function watchMailPresses(caller: Caller): () => void {
  const press = ({ target }: MouseEvent) => {
    const button = (target as Element).closest<HTMLElement>(
      "[data-forward],[data-invited],[data-sender]",
    );
    if (!button) return;
    fetchModule(() => import("@/lib/panel/contacts/thread/mail/mail_presses.ts"))
      .then(({ pressMail }) => pressMail(button, caller), () => tellNotLoaded(caller.language));
  };
  document.addEventListener("click", press);
  return () => document.removeEventListener("click", press);
}
