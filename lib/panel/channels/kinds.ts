import { mailboxWords } from "@/lib/panel/channels/mailbox/words.ts";
import { metaWords } from "@/lib/panel/channels/meta/apps/words.ts";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import type { AccountKind } from "@/lib/values/account_kinds.ts";
import type { Text } from "@/lib/words/language.ts";

/** What differs between kinds of accounts on their pages; a new kind is a row more. */
interface PanelKind {
  /** What the account's page is about. */
  detail: Text;
  /** What its deletion means. */
  removeText: Text;
  has: readonly Feature[];
}

/** Parts of an account's page that not every kind has. */
type Feature = "automatic_mail" | "program_steps" | "set_aside" | "templates" | "catch_up";

const program: PanelKind = {
  detail: channelsWords.detail,
  removeText: channelsWords.removeAsk.text,
  has: ["program_steps"],
};
const email: PanelKind = {
  detail: mailboxWords.detail,
  removeText: mailboxWords.removeText,
  has: ["automatic_mail"],
};
const ofMeta = { detail: metaWords.account, removeText: metaWords.removeAccount };

export const panelKinds: Record<AccountKind, PanelKind> = {
  email,
  program,
  whatsapp: { ...ofMeta, has: ["set_aside", "templates"] },
  instagram: { ...ofMeta, has: ["set_aside", "catch_up"] },
  facebook: { ...ofMeta, has: ["set_aside", "catch_up"] },
};

export function hasFeature(kind: AccountKind, feature: Feature): boolean {
  return panelKinds[kind].has.includes(feature);
}
