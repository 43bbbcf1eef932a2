export { MetaGuide } from "@/lib/panel/channels/meta/guide/MetaGuide.tsx";
export { AppActions } from "@/lib/panel/channels/meta/apps/AppActions.tsx";
export { Templates } from "@/lib/panel/channels/meta/accounts/Templates.tsx";
