import { hrefIn, noCompany, usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { callApi, type Outcome } from "@/lib/panel/api/call_api.ts";
import type { ShownInvitation } from "@/lib/panel/employees/shown_invitation.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { later } from "@/lib/panel/page/later.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { invitationWords } from "@/lib/panel/employees/invitation_words.ts";

const AskDialog = later(() => import("@/lib/panel/save/AskDialog.tsx"), "AskDialog");

interface InvitationsProps {
  invitations: ShownInvitation[];
}

/** More would push the page itself away. */
const shownAtOnce = 2;

/** The companies that invite the person, to accept or to decline. Draws nothing where none does. */
export function Invitations({ invitations }: InvitationsProps) {
  const { companyId } = usePage();
  const isAlone = companyId === noCompany;
  const [answered, setAnswered] = useState<number[]>([]);
  const [showsAll, setShowsAll] = useState(isAlone);
  const words = useWords(invitationWords);
  const waiting = invitations.filter(({ id }) => !answered.includes(id));
  const visible = showsAll ? waiting : waiting.slice(0, shownAtOnce);
  if (waiting.length === 0) return null;

  async function done(invitation: ShownInvitation, answer: "accept" | "decline") {
    const { id, company, company_id } = invitation;
    const href = hrefIn(company_id, "/panel");
    if (isAlone) return answer === "accept" ? location.assign(href) : location.reload();
    const link = { label: words.open, href };
    if (answer === "decline") showToast({ text: words.declined(company) });
    else showToast({ text: words.accepted(company), link });
    // The button that had it is about to go.
    document.getElementById("content")?.focus({ preventScroll: true });
    setAnswered([...answered, id]);
    if (answer === "decline") return;
    keepCompany(companyId);
    await refreshRegions(["companies"]);
  }

  return (
    <section aria-label={words.title} class={isAlone ? "mt-6" : "mb-5"}>
      <ul class="divide-y divide-line rounded-lg border border-line bg-raised">
        {visible.map((one) => (
          <Invitation
            key={one.id}
            invitation={one}
            onDone={(answer) => done(one, answer)}
          />
        ))}
      </ul>
      {visible.length < waiting.length && (
        <button
          type="button"
          class="button mt-2"
          onClick={() => setShowsAll(true)}
        >
          {words.more(waiting.length - visible.length)}
        </button>
      )}
    </section>
  );
}

/** The address may name no company as long as the person belongs to one. */
function keepCompany(companyId: number): void {
  const url = new URL(location.href);
  if (url.searchParams.has("company_id")) return;
  url.searchParams.set("company_id", String(companyId));
  history.replaceState(history.state, "", url);
}

interface InvitationProps {
  invitation: ShownInvitation;
  onDone(answer: "accept" | "decline"): void;
}

function Invitation({ invitation, onDone }: InvitationProps) {
  const { language } = usePage();
  const { id, company_id, company, by, when } = invitation;
  const words = useWords(invitationWords);
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isGone, setGone] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function answer(verb: "accept" | "decline"): Promise<Outcome<unknown>> {
    setFailure(null);
    const call = { method: "POST" as const, companyId: company_id, language };
    const outcome = await callApi(`me/invitations/${id}/${verb}`, call);
    if (outcome.ok) onDone(verb);
    else if (outcome.why === "refused" && [404, 409].includes(outcome.status)) {
      setGone(true);
      return { ok: true, data: null };
    }
    return outcome;
  }

  async function accept() {
    if (isBusy) return;
    setBusy(true);
    const outcome = await answer("accept");
    setBusy(false);
    if (!outcome.ok) setFailure(failureText(outcome, language));
  }

  return (
    <li class="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
      <Icon name="mail" class="max-md:hidden text-soft" />
      <div class="min-w-0 flex-1 basis-64">
        {/* Strangers choose these names: each keeps to its own line and direction. */}
        <p class="font-medium wrap-anywhere">
          <bdi>{company}</bdi>
        </p>
        <p class="text-meta text-soft wrap-anywhere">{words.from(by, when)}</p>
        <p role="alert" class="text-meta text-danger-text empty:hidden">
          {isGone ? words.gone : failure}
        </p>
      </div>
      {!isGone && (
        <div class="flex gap-2 max-md:w-full">
          <button
            type="button"
            class="button max-md:flex-1"
            aria-label={words.declineOf(company)}
            data-opens=""
            onClick={() => setAsking(true)}
          >
            {words.decline}
          </button>
          <button
            type="button"
            class="button button-primary max-md:flex-1"
            aria-label={words.acceptOf(company)}
            aria-disabled={isBusy ? "true" : undefined}
            onClick={accept}
          >
            {isBusy && <Icon name="loader-circle" class="animate-spin" />}
            {words.accept}
          </button>
        </div>
      )}
      {isAsking && (
        <AskDialog
          title={words.declining.title(company)}
          text={words.declining.text}
          button={words.declining.button}
          onYes={() => answer("decline")}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}
