/** The phones of a company's customers, side by side. */
import type { MetaKind } from "@/lib/channels/meta/account_settings.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { customerWords } from "../customer/words.ts";
import { escaped, headersOf, page } from "../page.ts";
import { type ActName, pressesOf } from "./acts.ts";
import type { Line } from "./line.ts";
import { linesOf } from "./lines.ts";
import { metaPath } from "./path.ts";
import type { SwitchName } from "./phone.ts";
import { phoneKinds } from "./phones.ts";
import { SCRIPT } from "./script.ts";
import { STYLE } from "./style.ts";
import { actWords, metaWords, switchWords } from "./words.ts";

export const META_HEADERS = headersOf({ style: STYLE, script: SCRIPT });

/** What was not sent, and why. */
export interface Failed {
  kind: MetaKind;
  draft: string;
  problem: string;
}

export interface ShownPhone {
  address: string;
  lines: readonly Line[];
  switches: Partial<Record<SwitchName, boolean>>;
}

interface MetaPage {
  language: Language;
  company: string;
  companyId: number;
  /** Of the customer. */
  name: string;
  phones: Record<MetaKind, ShownPhone>;
  failed?: Failed;
  /** Where no phone is shown. */
  problem?: string;
}

const brands = { whatsapp: "WhatsApp", instagram: "Instagram", facebook: "Messenger" } as const;

export function metaPage(props: MetaPage): string {
  const { language, company, companyId, name, problem } = props;
  const text = { ...speak(customerWords, language), ...speak(metaWords, language) };
  const path = metaPath(companyId);
  const query = `?as=${encodeURIComponent(name)}`;
  const title = text.title(company);
  return page({
    language,
    title,
    style: STYLE,
    script: SCRIPT,
    body: `<header><h1>${escaped(title)}</h1>
<a href="/panel/contacts?company_id=${companyId}">${text.toPanel}</a></header>
<form method="get" action="${path}" class="who">
<label>${text.name}
<input name="as" value="${escaped(name)}" required autocomplete="off"></label>
<button>${text.change}</button>
</form>
${problemOf(problem)}
<div class="phones" data-events="${escaped(`${path}/events${query}`)}">
${phoneKinds.map((kind) => phoneOf(kind, props)).join("\n")}
</div>
<noscript><p class="foot"><a href="${escaped(path + query)}">${text.again}</a></p></noscript>
<p class="foot">${text.foot}</p>`,
  });
}

function problemOf(problem: string | undefined): string {
  return problem ? `<p class="problem" role="alert">${escaped(problem)}</p>` : "";
}

function phoneOf(kind: MetaKind, { language, companyId, name, phones, failed }: MetaPage): string {
  const text = { ...speak(customerWords, language), ...speak(metaWords, language) };
  const path = metaPath(companyId);
  const { address, lines, switches } = phones[kind];
  const own = failed?.kind === kind ? failed : undefined;
  const draft = own?.draft ?? (kind === "whatsapp" && lines.length === 0 ? text.first : "");
  const fragment = `${path}/lines?kind=${kind}&as=${encodeURIComponent(name)}`;
  const hidden = `<input type="hidden" name="kind" value="${kind}">
<input type="hidden" name="as" value="${escaped(name)}">`;
  return `<section class="phone ${kind}" id="${kind}" aria-labelledby="${kind}-head">
<h2 id="${kind}-head">${brands[kind]} <span>${escaped(address)}</span></h2>
<ol aria-live="polite" aria-label="${brands[kind]}" tabindex="0" data-lines="${escaped(fragment)}">
${linesOf(lines, { language, companyId, kind })}
</ol>
${problemOf(own?.problem)}
<form method="post" action="${path}" enctype="multipart/form-data" id="${kind}-form">
${hidden}
<label>${text.text}
<textarea name="text" rows="2">${escaped(draft)}</textarea></label>
<div class="send">
<label>${text.file} <input type="file" name="file"></label>
<button name="act" value="write">${actWords.write[language]}</button>
</div>
<p class="hint">${text.chosen}</p>
<div class="acts" role="group" aria-label="${text.acts}">
${pressesOf(kind).filter((act) => act !== "write").map((act) => press(act, language)).join("\n")}
</div>
</form>
<form method="post" action="${path}/switch" enctype="multipart/form-data">
${hidden}
<div class="acts" role="group" aria-label="${text.switches}">
${Object.entries(switches).map(([name, isOn]) => switchOf(name, isOn, language)).join("\n")}
</div>
</form>
</section>`;
}

function press(act: ActName, language: Language): string {
  const words = act === "file" ? "" : actWords[act][language];
  return `<button name="act" value="${act}">${words}</button>`;
}

function switchOf(name: string, isOn: boolean, language: Language): string {
  const words = switchWords[name as SwitchName][language];
  return `<button name="switch" value="${name}" aria-pressed="${isOn}">${words}</button>`;
}
