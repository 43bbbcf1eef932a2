import { watchLengths } from "@/lib/words/pages/length_watch.ts";
import { tooLongTexts } from "@/lib/words/pages/too_long.ts";

/** A script for a page by itself: see lib/words/pages/length_watch.ts. */
export function LengthWatch() {
  return <script dangerouslySetInnerHTML={{ __html: script }} />;
}

const script = `(${watchLengths})(${JSON.stringify(tooLongTexts())})`;
