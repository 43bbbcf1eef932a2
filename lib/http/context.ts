import type { Context } from "fresh";
import type { Invitation } from "@/lib/access/invitation.ts";
import type { Member, Membership } from "@/lib/access/members.ts";
import type { Services } from "@/lib/service/services.ts";
import type { Language } from "@/lib/words/language.ts";

export interface State {
  services: Services;
  title?: string;
  /** Language of a page that has only one. */
  language?: Language;
  /** Stylesheets of the page, beside app.css. */
  stylesheets?: string[];
  shell?: Shell;
  invitations?: Invitation[];
  front?: Front;
  isGuest?: boolean;
}

export type Ctx = Context<State>;

export interface Shell {
  language: Language;
  member: Member;
  memberships: Membership[];
  counts: Record<string, number>;
  /** Whether Relevo's own gateway signs people in: it has pages for each person's way in. */
  hasOwnGateway: boolean;
  /** Whether the person runs the installation. */
  isOperator: boolean;
  now: Date;
}

/** Company data for the document around a public page. */
export interface Front {
  title: string;
  language: Language;
  company: { name: string; color: string };
}
