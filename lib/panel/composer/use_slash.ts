import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import { type Slash, slashAt } from "@/lib/panel/composer/slash.ts";

interface Options {
  type(text: string): void;
  area: RefObject<HTMLTextAreaElement>;
}

/** The menu of templates that a slash opens. */
export function useSlash({ type, area }: Options) {
  const [slash, setSlash] = useState<Slash | null>(null);

  /** At once, so that the next keys find the field as it will be. */
  function write(before: string, after: string) {
    const field = area.current!;
    field.value = before + after;
    field.focus();
    field.setSelectionRange(before.length, before.length);
    type(field.value);
  }

  /** What stands before the caret and behind it. */
  function halves(): [string, string] {
    const { value, selectionStart: caret } = area.current!;
    return [value.slice(0, caret), value.slice(caret)];
  }

  return {
    slash,
    close: () => setSlash(null),
    look: (typed: string, caret: number) => setSlash(slashAt(typed, caret)),
    /** Writes a slash, as a person would who has no keyboard. */
    ask() {
      const [before, after] = halves();
      const slashed = `${before}${/(^|\s)$/.test(before) ? "" : " "}/`;
      setSlash({ from: slashed.length - 1, query: "" });
      write(slashed, after);
    },
    /** Puts a text where the slash and what was typed behind it stand. */
    put(body: string) {
      const [before, after] = halves();
      setSlash(null);
      write(before.slice(0, slash?.from) + body, after);
    },
  };
}
