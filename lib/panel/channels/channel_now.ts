import type { ChannelNow } from "@/lib/panel/channels/ChannelActions.tsx";
import type { Account } from "@/lib/panel/channels/ChannelState.tsx";

/** An account as the island of its buttons takes it. */
export function channelNow(account: Account): ChannelNow {
  const { id, version, name, channel, address, settings, state } = account;
  return {
    id,
    version,
    name,
    channel,
    address: address ?? "",
    callback: settings.callback_url ?? "",
    isPaused: state === "paused",
  };
}
