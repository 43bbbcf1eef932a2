import { whenShown } from "@/lib/panel/page/shown.ts";

/** The sidebar's width, in a cookie: it belongs to the screen, and the server draws it. */
export type Sidebar = "slim" | "wide";

const name = "relevo-sidebar";
const keptSeconds = 365 * 86_400;

export function sidebarIn(cookies: string | null): Sidebar | undefined {
  const [, value] = new RegExp(`(?:^|;\\s*)${name}=(slim|wide)(?:;|$)`).exec(cookies ?? "") ?? [];
  return value as Sidebar | undefined;
}

function sidebarCookie(sidebar: Sidebar): string {
  return `${name}=${sidebar}; Path=/panel; Max-Age=${keptSeconds}; SameSite=Lax`;
}

/** `[data-fold]` folds and unfolds the sidebar. Returns a stop function. */
export function listenToFold(): () => void {
  const { dataset } = document.documentElement;
  // A page drawn ahead or left earlier does not know the later choice.
  const follow = () => {
    const chosen = sidebarIn(document.cookie);
    if (chosen && chosen !== dataset.sidebar) dataset.sidebar = chosen;
  };
  const fold = (event: Event) => {
    if (!(event.target as Element).closest("[data-fold]")) return;
    const isSlim = dataset.sidebar === "slim" ||
      (dataset.sidebar !== "wide" && !matchMedia("(width >= 80rem)").matches);
    const sidebar = isSlim ? "wide" : "slim";
    dataset.sidebar = sidebar;
    document.cookie = sidebarCookie(sidebar);
  };
  const stop = whenShown(follow);
  addEventListener("pageshow", follow);
  document.addEventListener("click", fold);
  return () => {
    stop();
    removeEventListener("pageshow", follow);
    document.removeEventListener("click", fold);
  };
}
