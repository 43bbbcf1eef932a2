import { useWords } from "@/components/page.ts";
import type { Member, Membership } from "@/lib/access/members.ts";
import { frameWords } from "@/lib/panel/frame/words.ts";

interface IdentityProps {
  member: Member;
  company: Membership;
}

/** Person and company, at the head of the first page. */
export function Identity({ member, company }: IdentityProps) {
  const { hello } = useWords(frameWords);
  return (
    <header class="mb-6">
      <h1 class="text-title font-semibold tracking-tight">
        {hello(member.name?.split(" ")[0] ?? "")}
      </h1>
      <p class="text-soft">{[member.role, company.name].filter(Boolean).join(" · ")}</p>
    </header>
  );
}
