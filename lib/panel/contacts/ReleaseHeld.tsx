import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { formatQuantity } from "@/lib/values/money.ts";
import { callApi, type Outcome } from "@/lib/panel/api/call_api.ts";
import { later } from "@/lib/panel/page/later.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { inboxWords } from "@/lib/panel/contacts/words.ts";

const AskDialog = later(() => import("@/lib/panel/save/AskDialog.tsx"), "AskDialog");

interface Released {
  released: number;
  left: number;
}

/** A thousand take a while. */
const timeoutMs = 60_000;

/**
 * Releases all that is held, after a question: for the button of lib/panel/contacts/HeldLine.tsx.
 * One call after the other, until as many are released as the button named; what comes meanwhile
 * stays.
 */
export function ReleaseHeld() {
  const { companyId, language } = usePage();
  const [total, setTotal] = useState<number | null>(null);
  const [done, setDone] = useState(0);
  const words = useWords(inboxWords).held;
  const number = (n: number) => formatQuantity(n, language);

  useEffect(() => {
    const press = (event: MouseEvent) => {
      const button = (event.target as Element).closest<HTMLElement>("[data-release-held]");
      if (!button) return;
      setDone(0);
      setTotal(Number(button.dataset.releaseHeld));
    };
    document.addEventListener("click", press);
    return () => document.removeEventListener("click", press);
  }, []);

  async function release(wanted: number): Promise<Outcome<Released>> {
    let released = 0;
    while (true) {
      const call = { companyId, language, method: "POST" as const, timeoutMs };
      const outcome = await callApi<Released>("contacts/release", call);
      if (outcome.ok) setDone(released += outcome.data.released);
      const isOver = !outcome.ok || outcome.data.left === 0 || outcome.data.released === 0 ||
        released >= wanted;
      if (!isOver) continue;
      await refreshRegions();
      if (outcome.ok) showToast({ text: words.releasedAll(released, number(released)) });
      return outcome;
    }
  }

  if (total === null) return null;
  const progress = done > 0 && done < total ? words.progress(number(done), number(total)) : null;
  return (
    <>
      <AskDialog
        title={words.ask(total, number(total))}
        text={progress ?? words.means}
        button={words.releaseAll}
        onYes={() => release(total)}
        onClose={() => setTotal(null)}
      />
      <p role="status" class="sr-only">{progress}</p>
    </>
  );
}
