import type { Context } from "fresh";
import type { Invitation } from "@/lib/access/invitation.ts";
import type { Member, Membership } from "@/lib/access/members.ts";
import type { Services } from "@/lib/services.ts";
import type { Language } from "@/lib/words/language.ts";

/** What every request carries through the app. */
export interface State {
  services: Services;
  /** The page's title, for the document around it. */
  title?: string;
  /** What the page needs beside app.css. */
  stylesheet?: string;
  /** Who is at a panel page, for what surrounds it. */
  shell?: Shell;
  /** Companies that invite the person at a panel page, also where the page is refused. */
  invitations?: Invitation[];
  /** What surrounds a page that a company shows to strangers. */
  front?: Front;
  /** Clients who come by a link have no panel to go to. */
  isGuest?: boolean;
}

export type Ctx = Context<State>;

/** What surrounds a panel page: who is here, and which companies they may go to. */
export interface Shell {
  language: Language;
  member: Member;
  memberships: Membership[];
  /** How much waits in each section. */
  counts: Record<string, number>;
}

/** What the document around a page knows of the company that shows it to strangers. */
export interface Front {
  title: string;
  language: Language;
  company: { name: string; color: string };
}
