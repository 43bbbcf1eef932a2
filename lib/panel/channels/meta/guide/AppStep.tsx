import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { AppFields, type OtherCompany } from "@/lib/panel/channels/meta/apps/AppFields.tsx";
import { type GuideApp, isSecretWrong } from "@/lib/panel/channels/meta/guide/guide.ts";
import { guideWords } from "@/lib/panel/channels/meta/guide/guide_words.ts";
import { useAppForm } from "@/lib/panel/channels/meta/apps/use_app_form.ts";
import { useSteps } from "@/lib/panel/channels/meta/guide/use_steps.ts";
import { metaWords } from "@/lib/panel/channels/meta/apps/words.ts";
import { TestSteps } from "@/lib/panel/channels/TestSteps.tsx";
import { sentBy } from "@/lib/panel/page/keys.ts";
import { later } from "@/lib/panel/page/later.ts";
import { formatQuantity } from "@/lib/values/money.ts";

const AppDialog = later(() => import("@/lib/panel/channels/meta/apps/AppDialog.tsx"), "AppDialog");

interface NewAppProps {
  others: OtherCompany[];
}

/** The form of a new app; then its page leads on. */
export function NewApp({ others }: NewAppProps) {
  const { href } = usePage();
  const words = useWords(metaWords);
  const form = useAppForm({
    first: null,
    onSaved: (id) => location.assign(href(`/panel/settings/channels/meta-apps/${id}`)),
  });
  return (
    <form noValidate class="max-w-lg space-y-4" {...sentBy(form.save)}>
      <AppFields form={form} others={others} />
      <p role="alert" class="text-meta text-danger-text empty:hidden">{form.failure}</p>
      <button
        type="submit"
        class="button button-primary"
        aria-disabled={form.isBusy ? "true" : undefined}
      >
        {form.isBusy && <Icon name="loader-circle" class="animate-spin" />}
        {words.save}
      </button>
    </form>
  );
}

interface AppNowProps extends NewAppProps {
  app: GuideApp;
}

/** An app that is there: whether its secret fits, the check of it, and what can be changed. */
export function AppNow({ app, others }: AppNowProps) {
  const { language } = usePage();
  const words = useWords(metaWords);
  const { check, checking } = useWords(guideWords);
  const [isOpen, setOpen] = useState(false);
  const { steps, failure, run, isBusy } = useSteps(app, "test");
  const { count } = app.refused;
  return (
    <>
      <p>
        <bdi class="font-medium">{app.name}</bdi>
        <span class="text-soft">{` · ${words.appId(app.appId)}`}</span>
      </p>
      {isSecretWrong(app) && (
        <p role="alert" class="text-danger-text">
          {words.refused(count, formatQuantity(count, language))}. {words.refusedAdvice}
        </p>
      )}
      <div class="flex flex-wrap gap-2">
        <button type="button" class="button" disabled={isBusy} onClick={run}>
          {isBusy && <Icon name="loader-circle" class="animate-spin" />}
          {isBusy ? checking : check}
        </button>
        <button type="button" class="button" data-opens="" onClick={() => setOpen(true)}>
          {words.edit}
        </button>
      </div>
      <p role="alert" class="text-meta text-danger-text empty:hidden">{failure}</p>
      <div role="status" class="empty:hidden">{steps && <TestSteps steps={steps} />}</div>
      {isOpen && <AppDialog app={app} others={others} onClose={() => setOpen(false)} />}
    </>
  );
}
