import assert from "node:assert/strict";
import { isText, type Text } from "@/lib/words/language.ts";
import { type FieldTable, shownFields } from "@/lib/records/fields/field.ts";
import { chatWords } from "../../demo/chat/page.ts";
import { customerWords } from "../../demo/customer/words.ts";
import { mailWords } from "../../demo/mail/words.ts";
import { pressWords } from "../../demo/sign_in/words.ts";
import { root, sourceFiles } from "../tidy/sources.ts";

const files = sourceFiles();
const isOfWords = (file: string) =>
  /^(lib\/(words\/.*|.*\/(\w+_)?words)|gateway\/words\/.*)\.ts$/.test(file);
/** They say the words of their fields. */
const isOfFields = (file: string) =>
  /^lib\/(crm|sales)\/.*fields\.ts$|^lib\/records\/fields\//.test(file);

/** The texts that are the same word in both languages. */
const sameInBoth = [
  "channels/meta/read/words.contentWords.sticker",
  "channels/meta/read/words.fileWords.sticker",
  "common.commonWords.no",
  "companyFields.logo",
  "contactFields.is_spam",
  "crm/tasks/words.taskFieldWords.kinds.general",
  "crm/tasks/words.taskFieldWords.priorities.normal",
  "field_words.fieldWords.english",
  "field_words.fieldWords.spanish",
  "field_words.fieldWords.total",
  "field_words.fieldWords.whatsapp",
  "languages.languageWords.en",
  "languages.languageWords.es",
  "message_words.messageWords.total",
  "panel/channels/kind_words.kindWords.facebook",
  "panel/channels/kind_words.kindWords.instagram",
  "panel/channels/kind_words.kindWords.whatsapp",
  "panel/channels/meta/accounts/setting_words.settingWords.categories.marketing",
  "panel/channels/meta/accounts/setting_words.settingWords.variables",
  "panel/channels/meta/apps/words.metaWords.objects.instagram",
  "panel/channels/meta/apps/words.metaWords.objects.page",
  "panel/channels/meta/apps/words.metaWords.objects.whatsapp_business_account",
  "panel/channels/words.channelsWords.kinds.facebook",
  "panel/channels/words.channelsWords.kinds.instagram",
  "panel/channels/words.channelsWords.kinds.whatsapp",
  "panel/charts/words.chartWords.total",
  "panel/clients/words.clientWords.whatsapp",
  "panel/contacts/words.inboxWords.tabs.spam",
  "panel/contacts/words.inboxWords.whatsapp",
  "panel/dashboard/words.dashboardWords.total",
  "panel/excel/words.excelWords.button",
  "panel/excel/words.excelWords.no",
  "panel/excel/words.excelWords.total",
  "panel/frame/words.frameWords.languages.en",
  "panel/frame/words.frameWords.languages.es",
  "panel/notifications/words.notificationWords.types.error",
  "panel/opportunities/words.opportunityWords.probabilityShort",
  "panel/quotes/send_words.sendWords.whatsapp",
  "panel/reports/words.reportWords.total",
  "panel/settings/words.settingsWords.logo.title",
  "panel/tasks/quick_add_words.quickWords.kind.general",
  "panel/tasks/quick_add_words.quickWords.priority.normal",
  "panel/tasks/words.taskWords.kinds.general",
  "panel/tasks/words.taskWords.priorities.normal",
  "phone/help.phoneHelpWords.android.title",
  "phone/help_tables.phoneHelpTables.priorities.normal.name",
  "phone/settings.phoneSettingsWords.language.en",
  "phone/settings.phoneSettingsWords.language.es",
  "phone/types.typeWords.error",
  "quotations/quotation.quotationWords.total",
  "statuses.channelWords.facebook",
  "statuses.channelWords.instagram",
  "statuses.channelWords.web",
  "statuses.channelWords.whatsapp",
  "views/exports/words.exportStyle.no",
];

interface TableText {
  /** File, table and names, as `panel/shell.shellWords.skip`. */
  path: string;
  text: Text;
  /** What the text was made with. */
  argument?: unknown;
}

/** Every text below a table; those with parameters with several values. */
function textsOf(path: string, value: unknown): TableText[] {
  // They take an object; tests/http/reference.test.tsx reads them.
  if (path === "http/reference/words.referenceWords.bounds") return [];
  if (typeof value === "function") {
    return ["x", "", 1, "1", 2].flatMap((argument) =>
      textsOf(path, value(...Array(value.length).fill(argument))).map((one) => ({
        ...one,
        given: argument,
      }))
    );
  }
  assert.ok(typeof value === "object" && value !== null, `${path} is no text`);
  if (isText(value)) return [{ path, text: value }];
  assert.ok(!("es" in value) === !("en" in value), `${path} is in one language`);
  assert.ok(Object.keys(value).length > 0, `${path} is empty`);
  return Object.entries(value).flatMap(([name, inner]) => textsOf(`${path}.${name}`, inner));
}

const texts: TableText[] = [
  ...textsOf("demo.pressWords", pressWords),
  ...textsOf("demo.customerWords", customerWords),
  ...textsOf("demo.chatWords", chatWords),
  ...textsOf("demo.mailWords", mailWords),
];
for (const file of files.filter(isOfWords)) {
  const name = file.replace(/^lib\/(words\/)?/, "").slice(0, -".ts".length);
  const exported: Record<string, unknown> = await import(`@/${file}`);
  for (const [table, value] of Object.entries(exported)) {
    if (typeof value !== "function") texts.push(...textsOf(`${name}.${table}`, value));
  }
}

for (const file of files.filter(isOfFields)) {
  const exported: Record<string, unknown> = await import(`@/${file}`);
  for (const [table, value] of Object.entries(exported)) {
    if (table.endsWith("Fields") && typeof value === "object") {
      texts.push(...textsOfFields(table, value as FieldTable));
    }
  }
}

/** The labels and hints of a field table, and the words of its choices. */
function textsOfFields(table: string, fields: FieldTable): TableText[] {
  return shownFields(fields).flatMap(([name, field]) => {
    const { label, fileLabel, hint } = field;
    const words = field.kind === "choice" ? Object.values(field.words) : [];
    // What the tables of words say has been found there.
    return [label, fileLabel, hint, ...words].filter((text) => text !== undefined)
      .filter((text) => !texts.some((one) => one.text === text))
      .map((text) => ({ path: `${table}.${name}`, text }));
  });
}

Deno.test("every text is there in both languages", () => {
  assert.ok(texts.length > 300, String(texts.length));
  for (const { path, text } of texts) {
    assert.deepEqual(Object.keys(text).sort(), ["en", "es"], path);
    for (const sentence of [text.es, text.en]) {
      assert.equal(typeof sentence, "string", path);
      assert.match(sentence, /\S/, path);
      assert.doesNotMatch(sentence, /undefined|\bnull(?!$)|NaN|\[object/, path);
    }
  }
});

Deno.test("a text differs between the languages, but for the few that are the same word", () => {
  const same = texts.filter(({ text }) => text.es === text.en).map(({ path }) => path);
  assert.deepEqual([...new Set(same)].sort(), sameInBoth);
});

Deno.test("a text with values is a function: none has placeholders", () => {
  for (const { path, text } of texts) {
    for (const sentence of [text.es, text.en]) assert.doesNotMatch(sentence, /\{\w+\}/, path);
  }
});

/** They end in s and are no plurals. */
const noPlurals = ["has", "invites", "is", "knows", "mes", "más", "reads", "was"];

/** What is never one: bounds, and what is said from two on. */
const neverOne = [
  // A code stands there.
  "gateway/words/mail.mailWords.subject",
  "http/reference/words.referenceWords.objects",
  "imports.importWords.",
  "input.inputWords.",
  "limits.limitWords.",
  "panel/record/history_words.historyWords.times",
  "panel/composer/files/attach_words.attachWords.tooMany",
  // Their page says one row in words of its own.
  "panel/events/repeat/words.repeatWords.every",
  "panel/imports/words.importPageWords.",
  "panel/notifications/sending_words.sendingWords.toMany",
  "panel/quotes/paste_words.pasteWords.tooMany",
  "notices.noticeWords.waits", // its value is a name
  "phone/answering.answerWords.counter",
  "phone/inbox.agoWords.days",
  "phone/inbox.phoneInboxWords.companies",
  "phone/inbox.phoneInboxWords.several",
];

Deno.test("texts with counts have a singular", () => {
  const isPlural = ({ text }: TableText) =>
    [text.es, text.en].some((sentence) =>
      [...sentence.matchAll(/(?<![\d.,])1 (\p{Ll}+s)(?!\p{L})/gu)]
        .some(([, word]) => !noPlurals.includes(word!))
    );
  const plural = (argument: unknown) =>
    texts.filter((one) => one.argument === argument && isPlural(one));
  // A table takes its counts as numbers or as they are written.
  const written = plural("1").map(({ path }) => path);
  const faults = plural(1).filter(({ path }) => written.includes(path))
    .filter(({ path }) => !neverOne.some((one) => path.startsWith(one)))
    .map(({ path, text }) => `${path}: ${text.es} / ${text.en}`);
  assert.deepEqual(faults, []);
});

Deno.test("nothing is said in two languages outside of words and field tables", () => {
  const app = files.filter((file) =>
    /^(lib|routes|components|islands|gateway)\//.test(file) && !isOfWords(file) && !isOfFields(file)
  );
  for (const file of app) {
    const source = Deno.readTextFileSync(`${root}/${file}`);
    assert.doesNotMatch(source, /\b(es|en): ?(\n\s*)?["`]|== "(es|en)"\s*\?\s*\(?["`]/, file);
  }
});
