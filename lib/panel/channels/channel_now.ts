import type { ChannelNow } from "@/lib/panel/channels/ChannelActions.tsx";
import type { Account } from "@/lib/panel/channels/ChannelState.tsx";

/** An account as the island of its buttons takes it. */
export function channelNow(account: Account): ChannelNow {
  const { id, version, name, channel, address, settings, state } = account;
  const how = { isPaused: state === "paused", isFailing: state === "failing" };
  const base = { id, version, name, address: address ?? "", ...how };
  return "imap" in settings
    ? { ...base, kind: "email", settings }
    : { ...base, kind: "program", channel, callback: settings.callback_url ?? "" };
}
