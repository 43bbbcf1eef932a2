export { TrashActions } from "@/lib/panel/trash/TrashActions.tsx";
