import { usePage } from "@/components/page.ts";
import { useEffect } from "preact/hooks";
import { noteVisit } from "@/lib/panel/frame/recent.ts";
import { whenShown } from "@/lib/panel/page/shown.ts";

interface NoteVisitProps {
  title: string;
}

/** Remembers that the record was opened, for the palette. Draws nothing. */
export function NoteVisit({ title }: NoteVisitProps) {
  const { companyId } = usePage();
  useEffect(() =>
    whenShown(() => {
      noteVisit(companyId, { href: location.pathname + location.search, title });
    }), [companyId, title]);
  return null;
}
