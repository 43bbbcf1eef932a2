export { OriginList } from "@/lib/panel/settings/OriginList.tsx";
