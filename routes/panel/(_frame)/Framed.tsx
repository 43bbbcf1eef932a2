import type { ComponentChildren } from "preact";
import { noCompany, pageOf } from "@/components/page.ts";
import { PageProvider } from "@/components/page_provider.ts";
import type { State } from "@/lib/http/context.ts";
import { pageLanguage } from "@/lib/http/pages.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { Held } from "@/routes/panel/(_frame)/Held.tsx";
import { Shell } from "@/routes/panel/(_frame)/Shell.tsx";

interface FramedProps {
  state: State;
  req: Request;
  children: ComponentChildren;
}

/** Says whose page it is, and draws the frame around it for those who belong to a company. */
export function Framed({ state, req, children }: FramedProps) {
  const { shell, invitations, services: { hold: { holding } } } = state;
  const language = shell?.language ?? pageLanguage(req);
  // Without a company the person is in no time zone.
  const { companyId, companyLanguage, timezone: timeZone } = shell?.member ??
    { companyId: noCompany, companyLanguage: language, timezone: "UTC" };
  const now = shell?.now ?? currentTime();
  return (
    <PageProvider value={pageOf({ companyId, language, companyLanguage, timeZone, now })}>
      {shell
        ? (
          <Shell
            {...shell}
            invitations={invitations}
            holding={holding}
            path={new URL(req.url).pathname}
          >
            {children}
          </Shell>
        )
        : (
          <>
            {holding && <Held {...holding} />}
            {children}
          </>
        )}
    </PageProvider>
  );
}
