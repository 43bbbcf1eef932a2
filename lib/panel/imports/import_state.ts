import { useRef, useState } from "preact/hooks";
import type {
  Choices,
  ImportNoun,
  Preview,
  PreviewRow,
  Result,
  Shown,
} from "@/lib/panel/imports/import_page.ts";
import type { Language } from "@/lib/words/language.ts";

export interface ImportOptions {
  noun: ImportNoun;
  companyId: number;
  language: Language;
  maxBytes: number;
}

export type Phase = "empty" | "checking" | "checked" | "importing" | "done";

export interface Chosen {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Loaded rows, of one sort or of all. */
export interface ShownRows {
  show: Shown | null;
  rows: PreviewRow[];
}

/** What an import's steps read and set. */
export function useStates(options: ImportOptions) {
  const [phase, setPhase] = useState<Phase>("empty");
  const [sent, setSent] = useState(0);
  const [file, setFile] = useState<Chosen | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [visible, setVisible] = useState<ShownRows>({ show: null, rows: [] });
  const [isLoading, setLoading] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [choices, setChoices] = useState<Choices>({ duplicates: "update", invalid: "skip" });
  const stop = useRef<AbortController | null>(null);
  /** Sheet of a workbook, once it is chosen. */
  const sheet = useRef<string>();
  return {
    ...options,
    phase,
    sent,
    file,
    preview,
    visible,
    isLoading,
    result,
    failure,
    choices,
    stop,
    sheet,
    setPhase,
    setSent,
    setFile,
    setPreview,
    setVisible,
    setLoading,
    setResult,
    setFailure,
    setChoices,
  };
}

export type States = ReturnType<typeof useStates>;
