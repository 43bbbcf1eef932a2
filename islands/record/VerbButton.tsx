export { VerbButton } from "@/lib/panel/save/VerbButton.tsx";
