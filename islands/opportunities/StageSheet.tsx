export { StageSheet } from "@/lib/panel/opportunities/stages/StageSheet.tsx";
