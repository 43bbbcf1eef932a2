import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import { type Slash, slashAt } from "@/lib/panel/composer/slash.ts";

interface Options {
  text: string;
  type(text: string): void;
  area: RefObject<HTMLTextAreaElement>;
}

/** The menu of templates that a slash opens. */
export function useSlash({ text, type, area }: Options) {
  const [slash, setSlash] = useState<Slash | null>(null);
  const caretNow = () => area.current?.selectionStart ?? text.length;

  function write(before: string, after: string) {
    type(before + after);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(before.length, before.length);
    });
  }

  return {
    slash,
    close: () => setSlash(null),
    look: (typed: string, caret: number) => setSlash(slashAt(typed, caret)),
    /** Writes a slash, as a person would who has no keyboard. */
    ask() {
      const before = text.slice(0, caretNow());
      const slashed = `${before}${/(^|\s)$/.test(before) ? "" : " "}/`;
      setSlash({ from: slashed.length - 1, query: "" });
      write(slashed, text.slice(caretNow()));
    },
    /** Puts a text where the slash and what was typed behind it stand. */
    put(body: string) {
      const after = text.slice(caretNow());
      setSlash(null);
      write(text.slice(0, slash?.from ?? caretNow()) + body, after);
    },
  };
}
