import { emailSettingsOf } from "@/lib/channels/accounts/email_settings.ts";
import { callbackUrlOf } from "@/lib/channels/kinds.ts";
import type { ChannelNow } from "@/lib/panel/channels/ChannelActions.tsx";
import type { Account } from "@/lib/panel/channels/ChannelState.tsx";
import { hasFeature, panelKinds } from "@/lib/panel/channels/kinds.ts";
import { flagsOf } from "@/lib/panel/channels/meta/accounts/meta_start.ts";
import type { Language } from "@/lib/words/language.ts";

/** An account as the island of its buttons takes it. */
export function channelNow(account: Account, language: Language): ChannelNow {
  const { id, version, kind, name, channel, address, settings, state } = account;
  const base = {
    ...{ id, version, name, address: address ?? "" },
    isPaused: state === "paused",
    isFailing: state === "failing",
    canCatchUp: hasFeature(kind, "catch_up") && state !== "paused",
    removeText: panelKinds[kind].removeText[language],
  };
  if (kind === "email") return { ...base, form: "mailbox", settings: emailSettingsOf(settings) };
  return kind === "program"
    ? { ...base, form: "program", channel, callback: callbackUrlOf(account) ?? "" }
    : { ...base, form: "meta", flags: flagsOf(settings) };
}
