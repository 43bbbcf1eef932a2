import type { PageProps } from "fresh";
import { Shell } from "@/routes/panel/(_frame)/Shell.tsx";
import type { State } from "@/lib/http/context.ts";

/** The shell around every panel page. */
export default function PanelLayout({ Component, state, url }: PageProps<unknown, State>) {
  if (!state.shell) return <Component />;
  return (
    <Shell {...state.shell} invitations={state.invitations} path={url.pathname}>
      <Component />
    </Shell>
  );
}
