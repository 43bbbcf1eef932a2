import type { PageProps } from "fresh";
import { asset } from "fresh/runtime";
import { EarlyInput } from "@/components/EarlyInput.tsx";
import { FontPreload } from "@/components/FontPreload.tsx";
import { HistoryStart } from "@/components/HistoryStart.tsx";
import { MissingFiles } from "@/components/MissingFiles.tsx";
import "@/components/icons/page_icons.ts";
import { accentRules } from "@/lib/values/accent.ts";
import type { State } from "@/lib/http/context.ts";
import { pageLanguage } from "@/lib/http/pages.ts";
import { sidebarIn } from "@/lib/panel/page/sidebar.ts";
import { transitionRule } from "@/lib/panel/page/transitions.ts";

/** The document around every page. */
export default function App({ Component, state, req }: PageProps<unknown, State>) {
  const { title, stylesheets, shell, front, invitations } = state;
  const company = front?.company ??
    shell?.memberships.find(({ companyId }) => companyId === shell.member.companyId);
  // A company's public pages carry its own name, not ours.
  const { theme } = shell?.member ?? {};
  // Also where a page is refused, those who are invited can answer.
  const hasIslands = shell || !!invitations?.length;
  const language = state.language ?? front?.language ?? shell?.language ?? pageLanguage(req);
  const names = [front?.title ?? title, company?.name, front ? null : "Relevo"];
  return (
    <html
      lang={language}
      data-theme={theme ?? undefined}
      data-company={shell?.member.companyId}
      data-company-language={shell?.member.companyLanguage}
      data-time-zone={shell?.member.timezone}
      data-sidebar={shell ? sidebarIn(req.headers.get("cookie")) : undefined}
    >
      <head>
        <meta charset="utf-8" />
        {hasIslands && <MissingFiles />}
        {hasIslands && <HistoryStart />}
        {hasIslands && <EarlyInput />}
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        {theme !== "dark" && (
          <meta
            name="theme-color"
            content="#fafbfc"
            media={theme ? undefined : "(prefers-color-scheme: light)"}
          />
        )}
        {theme !== "light" && (
          <meta
            name="theme-color"
            content="#121316"
            media={theme ? undefined : "(prefers-color-scheme: dark)"}
          />
        )}
        <meta name="robots" content="noindex" />
        <title>{names.filter(Boolean).join(" · ")}</title>
        <FontPreload />
        <link rel="stylesheet" href={asset("/app.css")} />
        {stylesheets?.map((path) => <link key={path} rel="stylesheet" href={asset(path)} />)}
        {front && <link rel="stylesheet" href={asset("/quote.css")} />}
        <link rel="icon" href={asset("/icon.svg")} type="image/svg+xml" />
        {/* In the page, since Chromium draws no change to one whose style sheet is not kept yet. */}
        {company && <style>{accentRules(company.color) + transitionRule}</style>}
      </head>
      <body>
        <Component />
      </body>
    </html>
  );
}
