export { NewChannel } from "@/lib/panel/channels/NewChannel.tsx";
