import EmailReplyParser from "email-reply-parser";

/** Separates the new text of a mail from the quoted mail and the signature below it. */

/** Characters that are searched: new text is shorter, and the library is slow on long texts. */
const looksAt = 10_000;
/** The library's time grows with the number of these words. */
const slowWords = /schreef|skrev/g;
const mostSlowWords = 5;

export function splitText(given: string): { text: string; quoted: string | null } {
  const whole = given.replace(/\r\n?/g, "\n");
  const head = headOf(whole);
  const fragments = new EmailReplyParser().read(head).getFragments();
  const isOwn = fragments.map((one) => !one.isHidden() && !one.isQuoted());
  const last = isOwn.lastIndexOf(true);
  // New text above and below a quoted part answers it line by line: that part stays in the text.
  const isBetween = fragments.some((one, at) =>
    one.isQuoted() && isOwn.indexOf(true) < at && at < last
  );
  const isShown = (at: number) => isBetween ? at <= last : isOwn[at]!;
  const [shown, hidden] = [true, false].map((wanted) =>
    joined(fragments.filter((_, at) => isShown(at) === wanted).map((one) => one.getContent()))
  ) as [string, string];
  const tail = whole.slice(head.length);
  // A forwarded mail has no new text: then all of it is shown.
  if (shown === "") return { text: whole.trim(), quoted: null };
  if (tail.trim() === "") return { text: shown, quoted: hidden || null };
  return last < fragments.length - 1
    ? { text: shown, quoted: joined([hidden, tail]) }
    : { text: joined([shown, tail]), quoted: hidden || null };
}

function headOf(text: string): string {
  let end = Math.min(text.length, looksAt);
  const [slow] = [...text.slice(0, end).matchAll(slowWords)].slice(mostSlowWords);
  if (slow) end = slow.index;
  if (end === text.length) return text;
  const line = text.lastIndexOf("\n", end);
  return text.slice(0, line > 0 ? line + 1 : end);
}

function joined(parts: string[]): string {
  return parts.map((part) => part.replace(/^\n+|\s+$/g, "")).filter(Boolean).join("\n\n");
}
