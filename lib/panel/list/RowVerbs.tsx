import { usePage } from "@/components/page.ts";
import { later } from "@/lib/panel/page/later.ts";
import { useEffect, useState } from "preact/hooks";
import { runVerb, type Verb } from "@/lib/panel/save/run_verb.ts";

const AskDialog = later(() => import("@/lib/panel/save/AskDialog.tsx"), "AskDialog");

interface RowVerb extends Pick<Verb, "method" | "done" | "json" | "givesBack"> {
  /** Below /api/admin; `:id` stands for the row's, or for a path of several. */
  path: string;
  /** Asked first; `:name` stands for what the row is called. */
  confirm?: { title: string; text: string; button: string };
}

interface RowVerbsProps {
  /** Verbs by the `data-verb` that buttons carry beside `data-of` and `data-name`. */
  verbs: Record<string, RowVerb>;
}

interface Pressed {
  verb: RowVerb;
  id: string;
  name: string;
}

/** Runs verbs for buttons in regions, which hold no islands; asks first where there is no way back. */
export function RowVerbs({ verbs }: RowVerbsProps) {
  const { companyId, language } = usePage();
  const [question, setQuestion] = useState<Pressed | null>(null);

  function run({ verb: { path, confirm, ...verb }, id }: Pressed) {
    const place = path.replace(":id", id.split("/").map(encodeURIComponent).join("/"));
    const isAsked = confirm !== undefined;
    return runVerb({ ...verb, path: place, isAsked }, { companyId, language });
  }

  useEffect(() => {
    const press = (event: MouseEvent) => {
      const button = (event.target as Element).closest<HTMLElement>("button[data-verb]");
      const verb = button && verbs[button.dataset.verb!];
      if (!verb) return;
      const pressed = { verb, id: button.dataset.of ?? "", name: button.dataset.name ?? "" };
      if (verb.confirm) setQuestion(pressed);
      else run(pressed);
    };
    document.addEventListener("click", press);
    return () => document.removeEventListener("click", press);
  }, [verbs]);

  if (!question) return null;
  const { title, text, button } = question.verb.confirm!;
  return (
    <AskDialog
      title={title.replace(":name", () => question.name)}
      text={text}
      button={button}
      onYes={() => run(question)}
      onClose={() => setQuestion(null)}
    />
  );
}
