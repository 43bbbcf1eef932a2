export { Board } from "@/lib/panel/opportunities/Board.tsx";
