import { useState } from "preact/hooks";
import { useWords } from "@/components/page.ts";
import {
  type AppTemplate,
  faultOf,
  firstValues,
  headerFileOf,
  type Values,
} from "@/lib/values/app_template.ts";
import { appWords } from "@/lib/words/apps/app_words.ts";
import type { FillValues } from "@/lib/panel/record/fill.ts";

/** The file in the head: the quotation on paper, or one's own. */
export type HeadFile = File | "quote";

export interface TemplateChoice {
  template: { name: string; language: string; variables: Record<string, string> };
  opt_in?: { source: string };
}

interface Options {
  template: AppTemplate;
  fill: FillValues;
  /** Whether it is recorded that they agreed to get messages. */
  isOptedIn: boolean;
  /** Whether the file of the head is chosen here; else it is the quotation. */
  choosesFile: boolean;
}

/** A WhatsApp template that is being filled in. */
export function useTemplate({ template, fill, isOptedIn, choosesFile }: Options) {
  const words = useWords(appWords).template;
  const { variables, name, language } = template;
  const needsFile = headerFileOf(template);
  const hasPaper = needsFile === "document" && fill.quote !== null &&
    (!choosesFile || !fill.quote.isDraft);
  const [values, setValues] = useState<Values>(() => firstValues(template, fill, location.origin));
  const [source, setSource] = useState("");
  const [file, setFile] = useState<HeadFile | null>(hasPaper ? "quote" : null);
  const [isTried, setTried] = useState(false);

  const faults = variables.flatMap((name) => {
    const fault = faultOf(values[name] ?? "");
    return fault ? [[name, words[fault]] as const] : [];
  });
  const lacksFile = needsFile !== null && file === null;
  const lacksSource = !isOptedIn && source.trim() === "";

  return {
    ...{ template, fill, isOptedIn, values, source, file, needsFile, hasPaper, choosesFile },
    errors: {
      values: Object.fromEntries(isTried ? faults : []) as Record<string, string>,
      file: isTried && lacksFile ? words.missingFile : undefined,
      source: isTried && lacksSource ? words.missing : undefined,
    },
    type: (name: string, value: string) => setValues((before) => ({ ...before, [name]: value })),
    setSource,
    setFile,
    /** Shows what is missing. @returns whether it can be sent */
    check(): boolean {
      setTried(true);
      return faults.length === 0 && !lacksFile && !lacksSource;
    },
    json(): TemplateChoice {
      const trimmed = variables.map((name) => [name, (values[name] ?? "").trim()]);
      return {
        template: { name, language, variables: Object.fromEntries(trimmed) },
        ...(isOptedIn ? {} : { opt_in: { source: source.trim() } }),
      };
    },
  };
}

export type TemplateFilling = ReturnType<typeof useTemplate>;
