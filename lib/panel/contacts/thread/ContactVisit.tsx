import { usePage } from "@/components/page.ts";
import { useEffect } from "preact/hooks";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { isShortcut } from "@/lib/panel/page/keys.ts";
import { noteVisit } from "@/lib/panel/frame/recent.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import {
  watchAnswers,
  watchArrivals,
  watchSounds,
  watchUndos,
} from "@/lib/panel/contacts/thread/watch_thread.ts";
import { watchMailPresses } from "@/lib/panel/contacts/thread/mail/watch_mail_presses.ts";

interface ContactVisitProps {
  id: number;
  title: string;
  isNew: boolean;
}

/**
 * Marks a new contact as read once somebody can see it, which a page that is only fetched or drawn
 * ahead does not, and again when they write while it is seen; remembers the visit; and leads to the
 * next one that waits on `n`. Draws nothing.
 */
export function ContactVisit({ id, title, isNew }: ContactVisitProps) {
  const { companyId, language } = usePage();
  useEffect(() => {
    let isVisited = false;
    let isUnread = isNew;
    const see = async () => {
      if (document.visibilityState !== "visible") return;
      if (!isVisited) {
        noteVisit(companyId, { href: location.pathname + location.search, title });
      }
      isVisited = true;
      if (!isUnread) return;
      isUnread = false;
      const json = { status: "read" };
      const call = { method: "PATCH" as const, companyId, language, json };
      const marked = await callApi(`contacts/${id}`, call);
      if (marked.ok) await refreshRegions();
    };
    const press = (event: KeyboardEvent) => {
      if (event.key !== "n" || !isShortcut(event)) return;
      const link = document.querySelector<HTMLAnchorElement>("a[data-next]");
      if (!link) return;
      event.preventDefault();
      link.click();
    };
    const stops = [
      watchUndos(),
      watchSounds(),
      watchAnswers(),
      watchMailPresses({ companyId, language }),
      watchArrivals(() => {
        isUnread = true;
        see();
      }),
    ];
    see();
    document.addEventListener("visibilitychange", see);
    document.addEventListener("keydown", press);
    return () => {
      for (const stop of stops) stop();
      document.removeEventListener("visibilitychange", see);
      document.removeEventListener("keydown", press);
    };
  }, []);
  return null;
}
