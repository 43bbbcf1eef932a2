export { StageStepper } from "@/lib/panel/opportunities/stages/StageStepper.tsx";
