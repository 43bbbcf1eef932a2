import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { testChannel } from "@/lib/panel/channels/channel_calls.ts";
import { ChannelDialog } from "@/lib/panel/channels/ChannelDialog.tsx";
import type { MailboxStart } from "@/lib/panel/channels/mailbox/mailbox_draft.ts";
import { settingWords } from "@/lib/panel/channels/meta/accounts/setting_words.ts";
import type { MetaStart } from "@/lib/panel/channels/meta/accounts/meta_start.ts";
import { type Step, TestSteps } from "@/lib/panel/channels/TestSteps.tsx";
import { type ChannelStart, useChannelForm } from "@/lib/panel/channels/use_channel_form.ts";
import { useProblemRetries } from "@/lib/panel/channels/use_problem_retries.ts";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import { useRegionData } from "@/lib/panel/live/use_region_data.ts";
import { later } from "@/lib/panel/page/later.ts";
import { useDialog } from "@/lib/panel/page/use_dialog.ts";
import { useOnce } from "@/lib/panel/page/use_once.ts";
import { callApi, type Caller } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { VerbButton } from "@/lib/panel/save/VerbButton.tsx";
import { speak } from "@/lib/words/language.ts";

const AskDialog = later(() => import("@/lib/panel/save/AskDialog.tsx"), "AskDialog");
const SecretDialog = later(() => import("@/lib/panel/channels/SecretDialog.tsx"), "SecretDialog");
const MailboxDialog = later(
  () => import("@/lib/panel/channels/mailbox/MailboxDialog.tsx"),
  "MailboxDialog",
);
const MetaDialog = later(
  () => import("@/lib/panel/channels/meta/accounts/MetaDialog.tsx"),
  "MetaDialog",
);
const SignIn = later(() => import("@/lib/panel/channels/mailbox/SignIn.tsx"), "SignIn");

/** Data of an account that its buttons need. */
export type ChannelNow =
  & { isPaused: boolean; isFailing: boolean; canCatchUp: boolean; removeText: string }
  & (
    | ChannelStart & { form: "program" }
    | MailboxStart & { form: "mailbox" }
    | MetaStart & { form: "meta" }
  );

interface ChannelActionsProps {
  first: ChannelNow;
}

/** Buttons of an account: step-by-step test, pause, edit, renew its secret, delete. */
export function ChannelActions({ first }: ChannelActionsProps) {
  const { companyId, language } = usePage();
  const words = useWords(channelsWords);
  const { catchUp, catchingUp } = useWords(settingWords);
  const account = useRegionData("channel", first);
  const dialog = useDialog();
  const [steps, setSteps] = useState<Step[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [edited, setEdited] = useState<ChannelNow | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const form = useChannelForm({ onSaved: dialog.close });
  const caller = { companyId, language };
  const path = `channels/${account.id}`;
  useChannelRetries(path, caller);

  const [test, isTesting] = useOnce(async () => {
    setSteps(null);
    setFailure(null);
    const tested = await testChannel(account.id, caller);
    if (!tested.ok) return setFailure(failureText(tested, language));
    setSteps(tested.data.steps);
  });

  return (
    <div class="space-y-3">
      <div class="flex flex-wrap gap-2">
        <button type="button" class="button button-primary" disabled={isTesting} onClick={test}>
          {isTesting && <Icon name="loader-circle" class="animate-spin" />}
          {isTesting ? words.testing : words.test}
        </button>
        <VerbButton
          key={account.isPaused ? "resume" : "pause"}
          path={`${path}/${account.isPaused ? "resume" : "pause"}`}
          label={account.isPaused ? words.resume : words.pause}
          done={account.isPaused ? words.resumed : words.paused}
          undo={{ path: `${path}/${account.isPaused ? "pause" : "resume"}` }}
        />
        <button
          type="button"
          class="button"
          data-opens=""
          onClick={() => {
            if (account.form !== "program") return setEdited(account);
            form.open(account);
            dialog.open();
          }}
        >
          {words.edit}
        </button>
        {account.canCatchUp && (
          <VerbButton
            path={`${path}/catch-up`}
            label={catchUp}
            done={catchingUp}
          />
        )}
        {account.form === "program" && <RenewButton path={path} onRenew={setSecret} />}
        <RemoveButton account={account} />
      </div>
      {account.form === "mailbox" && account.isFailing &&
        account.settings.sign_in !== "password" && (
        <SignIn
          {...caller}
          provider={account.settings.sign_in}
          available
          json={{ channel_id: account.id }}
        />
      )}
      <p role="alert" class="text-meta text-danger-text empty:hidden">{failure}</p>
      <div role="status">{steps && <TestSteps steps={steps} />}</div>
      <ChannelDialog dialog={dialog} form={form} />
      {edited?.form === "mailbox" && (
        <MailboxDialog
          {...caller}
          first={edited}
          onClose={() => setEdited(null)}
        />
      )}
      {edited?.form === "meta" && <MetaDialog first={edited} onClose={() => setEdited(null)} />}
      {secret && (
        <SecretDialog
          title={words.renewed}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </div>
  );
}

function useChannelRetries(path: string, caller: Caller): void {
  const words = speak(channelsWords, caller.language);
  const outcomes = { read: words.read, waiting: words.readLater, problem: words.stillUnread };
  type Tried = { state: keyof typeof outcomes; error: string | null };
  useProblemRetries<Tried>(path, caller, ({ state, error }) => {
    const isFailure = state === "problem";
    const text = outcomes[state];
    return { text: isFailure && error ? `${text}: ${error}` : text, isFailure };
  });
}

interface RenewButtonProps {
  path: string;
  onRenew(secret: string): void;
}

/** Renews a program's secret, after a question. */
function RenewButton({ path, onRenew }: RenewButtonProps) {
  const { companyId, language } = usePage();
  const words = useWords(channelsWords);
  const [isAsking, setAsking] = useState(false);

  async function renew() {
    const call = { companyId, language, method: "POST" as const };
    const outcome = await callApi<{ secret: string }>(`${path}/secret`, call);
    if (outcome.ok) onRenew(outcome.data.secret);
    return outcome;
  }

  return (
    <>
      <button type="button" class="button" data-opens="" onClick={() => setAsking(true)}>
        {words.renew}
      </button>
      {isAsking && <AskDialog {...words.renewAsk} onYes={renew} onClose={() => setAsking(false)} />}
    </>
  );
}

function RemoveButton({ account }: { account: ChannelNow }) {
  const { href } = usePage();
  const words = useWords(channelsWords);
  return (
    <VerbButton
      path={`channels/${account.id}`}
      method="DELETE"
      query={{ version: account.version }}
      label={words.remove}
      look="danger"
      done={words.removed}
      confirm={{
        ...words.removeAsk,
        text: account.removeText,
        title: words.removeAsk.title(account.name),
      }}
      next={href("/panel/settings/channels")}
    />
  );
}
