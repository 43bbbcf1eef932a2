export { OpportunityVerbs } from "@/lib/panel/opportunities/OpportunityVerbs.tsx";
