import { usePage } from "@/components/page.ts";
import { Invitations } from "@/islands/employees/Invitations.tsx";
import type { Invitation } from "@/lib/access/invitation.ts";
import { shownInvitations } from "@/lib/panel/employees/shown_invitations.ts";

/** The island of invitations, with their instants in words: it loads no formats. */
export function Invited({ invitations }: { invitations: Invitation[] }) {
  return <Invitations invitations={shownInvitations(invitations, usePage())} />;
}
