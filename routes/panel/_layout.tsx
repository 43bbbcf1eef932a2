import type { PageProps } from "fresh";
import type { State } from "@/lib/http/context.ts";
import { Framed } from "@/routes/panel/(_frame)/Framed.tsx";

/** The frame around every panel page. */
export default function PanelLayout({ Component, state, req }: PageProps<unknown, State>) {
  return (
    <Framed state={state} req={req}>
      <Component />
    </Framed>
  );
}
