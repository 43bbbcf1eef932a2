export { FinishSignIn } from "@/lib/panel/channels/mailbox/FinishSignIn.tsx";
export { AutomaticViewer } from "@/lib/panel/channels/mailbox/AutomaticViewer.tsx";
export { ChannelActions } from "@/lib/panel/channels/ChannelActions.tsx";
export { NewMailbox } from "@/lib/panel/channels/mailbox/NewMailbox.tsx";
export { NewChannel } from "@/lib/panel/channels/NewChannel.tsx";
export { TemplateSheet } from "@/lib/panel/templates/TemplateSheet.tsx";
