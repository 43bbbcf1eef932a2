import type { PageProps } from "fresh";
import { pageOf } from "@/components/page.ts";
import { PageProvider } from "@/components/page_provider.ts";
import { Shell } from "@/routes/panel/(_frame)/Shell.tsx";
import type { State } from "@/lib/http/context.ts";

/** The shell around every panel page. */
export default function PanelLayout({ Component, state, url }: PageProps<unknown, State>) {
  const { shell } = state;
  if (!shell) return <Component />;
  const { companyId, companyLanguage, timezone: timeZone } = shell.member;
  const { language } = shell;
  return (
    <PageProvider value={pageOf({ companyId, language, companyLanguage, timeZone })}>
      <Shell {...shell} invitations={state.invitations} path={url.pathname}>
        <Component />
      </Shell>
    </PageProvider>
  );
}
