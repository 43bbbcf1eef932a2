import { useEffect, useState } from "preact/hooks";
import { localOf } from "@/components/field_spec.ts";
import { dayIn } from "@/lib/dates.ts";
import {
  type About,
  type Asked,
  isLine,
  lineCall,
  textCall,
  type Touch,
  type TouchCall,
  touchesOn,
} from "@/lib/panel/composer/touches.ts";
import { composerWords } from "@/lib/panel/composer/words.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { callApi } from "@/lib/panel/save/call_api.ts";
import { failureText } from "@/lib/panel/save/failures.ts";
import { showMade } from "@/lib/panel/save/run_verb.ts";
import { forgetUnsaved, keepUnsaved, readUnsaved } from "@/lib/panel/save/unsaved.ts";
import type { PartKind, QuickTask } from "@/lib/panel/tasks/quick_add.ts";
import { type Language, speak } from "@/lib/words/language.ts";

export interface ComposerOptions extends About {
  people: { id: number; name: string }[];
  asked?: Asked;
  me: number;
  companyId: number;
  language: Language;
  timeZone: string;
}

const partsOfEvent: readonly PartKind[] = ["day", "time", "person"];

/** The composer's text, its reading as a line, and its sending. What is unsent is kept here. */
export function useComposer(options: ComposerOptions) {
  const { subject, links, people, me, companyId, language, timeZone } = options;
  const words = speak(composerWords, language);
  const noNetwork = failureText({ ok: false, why: "network" }, language);
  const touches = touchesOn(subject, options.asked);
  const [touch, setTouch] = useState<Touch>(touches[0]!);
  const [text, setText] = useState("");
  const [literal, setLiteral] = useState<string[]>([]);
  const [line, setLine] = useState<QuickTask | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const kept = `touches:${Object.entries(subject).join()}`;

  useEffect(() => {
    const { body, touch } = readUnsaved(companyId, kept)?.values ?? {};
    setText(typeof body === "string" ? body : "");
    if (touches.includes(touch as Touch)) setTouch(touch as Touch);
  }, [kept]);

  /** Reads the text as one line. What understands lines is loaded with the first of them. */
  async function readLine(): Promise<QuickTask> {
    const { parseTask } = await import("@/lib/panel/tasks/quick_add.ts");
    const now = localOf(new Date().toISOString(), timeZone).slice(11);
    const understands = touch === "event" ? partsOfEvent : undefined;
    const known = { today: dayIn(timeZone, new Date()), now, people, me, literal, understands };
    return parseTask(text.replace(/\s+/g, " "), known);
  }

  useEffect(() => {
    if (!isLine(touch) || text.trim() === "") return setLine(null);
    let isOver = false;
    // Without a network it is read when it is sent.
    readLine().then((line) => isOver || setLine(line), () => {});
    return () => {
      isOver = true;
    };
  }, [text, touch, literal]);

  function keep(body: string, touch: Touch) {
    if (body.trim() === "") forgetUnsaved(companyId, kept, ["body", "touch"]);
    else keepUnsaved(companyId, kept, { values: { body, touch }, base: {} });
  }

  function type(body: string) {
    setFailure(null);
    setText(body);
    if (body.trim() === "") setLiteral([]);
    keep(body, touch);
  }

  function choose(next: Touch) {
    setFailure(null);
    setTouch(next);
    keep(text, next);
  }

  async function send(): Promise<void> {
    if (isSending || text.trim() === "") return;
    setSending(true);
    const call = await callOf({ subject, links }).catch(() => noNetwork);
    if (typeof call === "string") return refuse(call);
    const { path, json } = call;
    const who = { companyId, language };
    const made = await callApi<{ id: number }>(path, { ...who, method: "POST", json });
    if (!made.ok) return refuse(failureText(made, language));
    setSending(false);
    type("");
    await refreshRegions();
    // A message of a thread stays: it is part of what was said.
    const isThread = path.endsWith("/messages");
    const own = isThread ? null : `${path}/${made.data.id}`;
    showMade({ text: words.done[touch], path: own, hasPage: isLine(touch) }, who);
  }

  /** The call that stores what is written, or what is missing for it. */
  async function callOf(about: About): Promise<TouchCall | string> {
    if (!isLine(touch)) return textCall(touch, text, about);
    const line = await readLine();
    if (line.title === "") return words.noTitle;
    if (touch === "event" && line.day === null) return words.noDay;
    return lineCall(touch, { line, assigneeId: me, timeZone }, about);
  }

  function refuse(why: string): void {
    setSending(false);
    setFailure(why);
  }

  return {
    touches,
    touch,
    text,
    line,
    failure,
    isSending,
    type,
    choose,
    leave: (part: string) => setLiteral((before) => [...before, part]),
    send,
  };
}
