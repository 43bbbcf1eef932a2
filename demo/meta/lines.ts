/** A thread as the list items of a phone, without the frame of the page. */
import type { MetaKind } from "@/lib/channels/meta/account_settings.ts";
import { type Language, locales, speak } from "@/lib/words/language.ts";
import { escaped } from "../page.ts";
import type { Line, LineFile } from "./line.ts";
import { metaPath } from "./path.ts";
import { lineWords, metaWords } from "./words.ts";

interface Place {
  language: Language;
  companyId: number;
  kind: MetaKind;
}

export function linesOf(lines: readonly Line[], place: Place): string {
  if (lines.length === 0) return `<li class="empty">${metaWords.empty[place.language]}</li>`;
  return lines.map((line) => lineOf(line, lines, place)).join("\n");
}

function lineOf(line: Line, lines: readonly Line[], { language, companyId, kind }: Place): string {
  const text = speak(metaWords, language);
  const { id, side, by, at, sent, act, files, edits, isUnsent, state, hasHeart } = line;
  const time = new Intl.DateTimeFormat(locales[language], { hour: "2-digit", minute: "2-digit" })
    .format(at);
  const isElsewhere = side === "company" && !sent;
  const facts = [
    escaped(by ?? text.company),
    isElsewhere && text.elsewhere,
    time,
    edits > 0 && text.edited,
    !isElsewhere && !isUnsent && `<span class="ticks ${state}">${text[state]}</span>`,
  ].filter(Boolean);
  const answered = line.answers === null ? null : lines.find((one) => one.id === line.answers);
  const words = lineWords[act]?.[language];
  const inner = `<span class="by">${facts.join(" · ")}</span>
${answered ? `<q>${escaped(answered.text.slice(0, 80) || "…")}</q>` : ""}
${words ? `<span class="note">${words}</span>` : ""}
${
    isUnsent
      ? `<em>${text.unsent}</em>`
      : line.text
      ? `<span class="text">${escaped(line.text)}</span>`
      : ""
  }
${hasHeart ? `<span class="heart">❤️</span>` : ""}`;
  const radio = `<input type="radio" name="target" value="${escaped(id)}" form="${kind}-form">`;
  return `<li${side === "customer" ? ' class="ours"' : ""}>
${isUnsent ? `<div>${inner}</div>` : `<label>${radio}<span>${inner}</span></label>`}
${files.map((file) => fileOf(file, companyId)).join("")}</li>`;
}

function fileOf({ id, name, type }: LineFile, companyId: number): string {
  if (id === "") return `<span class="file">${escaped(name)}</span>`;
  const url = `${metaPath(companyId)}/media?id=${encodeURIComponent(id)}`;
  const picture = type.startsWith("image/") ? `<img src="${escaped(url)}" alt="">` : "";
  return `<a class="file" href="${escaped(url)}">${picture}${escaped(name)}</a>`;
}
