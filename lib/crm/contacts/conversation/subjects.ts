import { cutText } from "@/lib/input/cut_text.ts";

/** Pure: the subject of a mail, without the marks of its answers. */

/** A subject without the marks of answers and forwards. */
export function bareSubject(subject: string): string {
  return subject.replace(/^((re|rv|fw|fwd|aw|sv)\s*:\s*)+/i, "");
}

const longest = 300;

/** The subject of an answer. */
export function answering(subject: string): string {
  return cutText(`Re: ${bareSubject(subject)}`, longest);
}
