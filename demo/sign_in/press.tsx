/** The demo's presses on the gateway's sign-in page: each lets one of the sample people in. */
import { Fragment } from "preact";
import * as z from "zod";
import type { Additions } from "@/gateway/additions.ts";
import { destination, enter } from "@/gateway/actions/entering.ts";
import { attempting } from "@/gateway/auth/attempt.ts";
import { newBrowser } from "@/gateway/auth/browsers.ts";
import { callAuth, sessionOf } from "@/gateway/auth/call.ts";
import { ensurePerson } from "@/gateway/auth/people.ts";
import { Refusal } from "@/gateway/auth/refusal.ts";
import { type Action, address, formOf } from "@/gateway/http/page_request.ts";
import { redirect } from "@/gateway/http/reply.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { pressWords } from "./words.ts";

/** A person who may sign in by a press. */
export interface Person {
  email: string;
  name: string;
  /** Names of their companies. */
  note: string;
}

/** Customer page of a company. */
interface CustomerLink {
  href: string;
  company: string;
}

interface Presses {
  people: readonly Person[];
  chats: readonly CustomerLink[];
  mails: readonly CustomerLink[];
  phones: readonly CustomerLink[];
}

export function pressesOf(presses: Presses): Pick<Additions, "pages" | "furtherWays"> {
  return {
    pages: { "/.gateway/login": { POST: signInByPress(presses.people) } },
    furtherWays: (place) => <PressList {...presses} {...place} />,
  };
}

const form = z.object({ email: address, to: z.string().optional() });

/** Makes a code as for a mail and enters it at once: no other way in is added to the gateway. */
function signInByPress(people: readonly Person[]): Action {
  return async (request) => {
    const { gateway, caller } = request;
    const { auth, database: { db } } = gateway;
    const { email, to } = await formOf(request, form);
    if (!people.some((person) => person.email === email)) throw new Refusal("not_a_member");
    const before = await sessionOf(auth, caller);
    await ensurePerson(db, email);
    const { cookies } = await attempting(
      { way: "code", browser: newBrowser().browser },
      async () => {
        const otp = await auth.api.createVerificationOTP({ body: { email, type: "sign-in" } });
        const body = { email, otp };
        return await callAuth(auth, "/sign-in/email-otp", {
          ...{ method: "POST", body, caller, withSession: false },
        });
      },
    );
    await enter(gateway, { before });
    gateway.log.info("signed_in", { way: "press" });
    return redirect(destination(to), cookies);
  };
}

function PressList(
  { people, chats, mails, phones, language, to }: Presses & { language: Language; to: string },
) {
  const words = speak(pressWords, language);
  return (
    <>
      <p class="hint">{words.lead}</p>
      <ul class="list">
        {people.map(({ email, name, note }) => (
          <li class="row" key={email}>
            <div>
              <p class="name">{name}</p>
              <p class="hint">{note}</p>
            </div>
            <form method="post" action="/.gateway/login">
              <input type="hidden" name="to" value={to} />
              <button type="submit" class="button" name="email" value={email}>
                {words.enter(name.split(" ")[0]!)}
              </button>
            </form>
          </li>
        ))}
      </ul>
      <CustomerLinks lead={words.chats} links={chats} />
      <CustomerLinks lead={words.mails} links={mails} />
      <CustomerLinks lead={words.phones} links={phones} />
    </>
  );
}

function CustomerLinks({ lead, links }: { lead: string; links: readonly CustomerLink[] }) {
  if (links.length === 0) return null;
  return (
    <p class="hint">
      {lead}
      {links.map(({ href, company }, at) => (
        <Fragment key={href}>
          {at > 0 ? " · " : " "}
          <a href={href}>{company}</a>
        </Fragment>
      ))}
    </p>
  );
}
