import type { AccountPatch } from "@/lib/channels/accounts/account.ts";
import type { AccountKind } from "@/lib/values/account_kinds.ts";
import { emailSettingsOf, newMailSettings } from "@/lib/channels/accounts/email_settings.ts";
import {
  changeableSettings,
  fixedSettings,
  isMetaKind,
  metaSettings,
} from "@/lib/channels/meta/account_settings.ts";
import { accountRefusalWords } from "@/lib/channels/accounts/words.ts";
import * as field from "@/lib/input/fields.ts";
import { problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

interface Account {
  kind: AccountKind;
  settings: Record<string, unknown>;
}

type Changes = Pick<AccountPatch, "settings" | "secrets" | "address">;

/**
 * Returns the account's new settings. Another server gets the password only from somebody who
 * knows it: else whoever may change an account could have it sent to a server of their own.
 * @throws Problem validation_failed: what its kind has not, an address or a password that it needs
 */
export function changedSettings(account: Account, changes: Changes): Record<string, unknown> {
  const wrong = wrongBy[account.kind](account, changes);
  if (Object.keys(wrong).length > 0) throw problem("validation_failed", { fields: wrong });
  const { settings } = changes;
  if (account.kind !== "email") return { ...account.settings, ...settings };
  const before = emailSettingsOf(account.settings);
  const imap = { ...before.imap, ...settings?.imap };
  const smtp = { ...before.smtp, ...settings?.smtp };
  return { ...before, ...settings, imap, smtp };
}

const wrongBy: Record<AccountKind, (account: Account, changes: Changes) => Record<string, Text>> = {
  email: wrongForMail,
  program: wrongForProgram,
  whatsapp: wrongForMeta,
  facebook: wrongForMeta,
  instagram: wrongForMeta,
};

/** What names the account at Meta stays; its app may change together with the token. */
function wrongForMeta({ kind, settings: before }: Account, changes: Changes): Record<string, Text> {
  const { settings, secrets, address } = changes;
  const changeable: readonly string[] = isMetaKind(kind) ? changeableSettings[kind] : [];
  const wrong: Record<string, Text> = {};
  for (const [name, value] of Object.entries(settings ?? {})) {
    if (changeable.includes(name) || value === before[name]) continue;
    const isOwn = (fixedSettings as readonly string[]).includes(name) && name in before;
    wrong[`settings.${name}`] = isOwn ? accountRefusalWords.byId : inputWords.otherKind;
  }
  if (address !== undefined) wrong.address = accountRefusalWords.byMeta;
  if (secrets?.password !== undefined) wrong["secrets.password"] = inputWords.otherKind;
  const appId = settings?.meta_app_id;
  const needsToken = secrets !== undefined || (appId !== undefined && appId !== before.meta_app_id);
  if (needsToken && secrets?.access_token === undefined) {
    wrong["secrets.access_token"] = inputWords.missing;
  }
  return wrong;
}

function wrongForProgram(_: Account, { settings, secrets }: Changes): Record<string, Text> {
  const names = Object.keys(settings ?? {}).filter((name) => name !== "callback_url");
  const wrong = names.map((name) => [`settings.${name}`, inputWords.otherKind]);
  if (secrets) wrong.push(["secrets", inputWords.otherKind]);
  return Object.fromEntries(wrong);
}

/** A token must not be sent to a server that a member names. */
function wrongForProvider({ settings, secrets }: Changes): Record<string, Text> {
  const sides = (["imap", "smtp"] as const).flatMap((side) =>
    [...ofServer, "user" as const].filter((name) => settings?.[side]?.[name] !== undefined)
      .map((name) => `settings.${side}.${name}`)
  );
  const names = secrets ? [...sides, "secrets"] : sides;
  return Object.fromEntries(names.map((name) => [name, accountRefusalWords.byProvider]));
}

const ofServer = ["host", "port", "security"] as const;

function wrongForMail(account: Account, { settings, secrets, address }: Changes) {
  const wrong: Record<string, Text> = {};
  for (const name of Object.keys(metaSettings)) {
    if (Object.hasOwn(settings ?? {}, name)) wrong[`settings.${name}`] = inputWords.otherKind;
  }
  if (secrets?.access_token !== undefined) wrong["secrets.access_token"] = inputWords.otherKind;
  if (secrets && secrets.password === undefined) wrong["secrets.password"] = inputWords.missing;
  if (address !== undefined && !field.email.safeParse(address).success) {
    wrong.address = inputWords.email;
  }
  if (settings?.callback_url !== undefined) {
    wrong["settings.callback_url"] = inputWords.otherKind;
  }
  const since = newMailSettings.shape.import_since.safeParse(settings?.import_since);
  if (!since.success) wrong["settings.import_since"] = inputWords.within12Months;
  if (settings?.smtp?.folder !== undefined) {
    wrong["settings.smtp.folder"] = inputWords.unknownField;
  }
  const before = emailSettingsOf(account.settings);
  const way = settings?.sign_in ?? before.sign_in;
  if (way !== "password" && way !== before.sign_in) {
    wrong["settings.sign_in"] = accountRefusalWords.bySignIn;
    return wrong;
  }
  if (way !== "password") return { ...wrong, ...wrongForProvider({ settings, secrets }) };
  const isElsewhere = (["imap", "smtp"] as const).some((side) =>
    ofServer.some((name) => {
      const next = settings?.[side]?.[name];
      return next !== undefined && next !== before[side][name];
    })
  );
  if ((isElsewhere || way !== before.sign_in) && !secrets) {
    wrong["secrets.password"] = inputWords.missing;
  }
  return wrong;
}
