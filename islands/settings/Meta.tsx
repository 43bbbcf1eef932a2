export { MetaGuide } from "@/lib/panel/channels/meta/guide/MetaGuide.tsx";
export { AppActions } from "@/lib/panel/channels/meta/apps/AppActions.tsx";
