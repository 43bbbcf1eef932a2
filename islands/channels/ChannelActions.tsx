export { ChannelActions } from "@/lib/panel/channels/ChannelActions.tsx";
