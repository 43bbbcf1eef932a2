import type { Context } from "fresh";
import type { Invitation } from "@/lib/access/invitation.ts";
import type { Member, Membership } from "@/lib/access/members.ts";
import type { Services } from "@/lib/services.ts";
import type { Language } from "@/lib/words/language.ts";

/** Values that every request carries through the app. */
export interface State {
  services: Services;
  /** The page's title, for the document around it. */
  title?: string;
  /** The page's stylesheet beside app.css. */
  stylesheet?: string;
  /** Person and companies of a panel page, for its frame. */
  shell?: Shell;
  /** Companies that invite the person at a panel page, also where the page is refused. */
  invitations?: Invitation[];
  /** Company that shows the page to strangers. */
  front?: Front;
  /** Clients who come by a link have no panel to go to. */
  isGuest?: boolean;
}

export type Ctx = Context<State>;

/** Frame of a panel page: the person and the companies they may switch to. */
export interface Shell {
  language: Language;
  member: Member;
  memberships: Membership[];
  /** How much waits in each section. */
  counts: Record<string, number>;
  /** Whether Relevo's own gateway signs people in: it has pages for each person's way in. */
  hasOwnGateway: boolean;
}

/** Company data for the document around a public page. */
export interface Front {
  title: string;
  language: Language;
  company: { name: string; color: string };
}
