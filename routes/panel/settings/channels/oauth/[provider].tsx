import { usePage } from "@/components/page.ts";
import { FinishSignIn } from "@/islands/settings/Channels.tsx";
import { oauthProviders } from "@/lib/channels/email/oauth/provider.ts";
import { companyIn } from "@/lib/channels/email/oauth/state.ts";
import type { Ctx } from "@/lib/http/context.ts";
import { define } from "@/lib/http/pages.ts";
import { problem } from "@/lib/input/errors.ts";
import { signInWords } from "@/lib/panel/channels/mailbox/sign_in_words.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { SettingsFrame } from "@/lib/panel/settings/SettingsFrame.tsx";

const finish = panelPage({
  title: signInWords.title,
  stylesheets: ["/settings.css"],
  run: ({ url, params, member, language }) => {
    const provider = oauthProviders.find((one) => one === params.provider);
    if (!provider) throw problem("not_found");
    const [code, state] = ["code", "state"].map((name) => url.searchParams.get(name));
    const grant = code && state ? { code, state } : null;
    return Promise.resolve({ provider, grant, companyId: member.companyId, language });
  },
});

/** The way back knows no company: its `state` says of which the sign-in was begun. */
function inItsCompany(ctx: Ctx) {
  const { searchParams } = ctx.url;
  const company = companyIn(searchParams.get("state") ?? "");
  if (company === undefined || searchParams.has("company_id")) return finish(ctx);
  const query = new URLSearchParams(searchParams);
  query.set("company_id", String(company));
  return Promise.resolve(
    new Response(null, { status: 302, headers: { Location: `${ctx.url.pathname}?${query}` } }),
  );
}

export const handler = Object.assign(inItsCompany, { guard: finish.guard });

export default define.page<typeof finish>(({ data }) => {
  const { language } = usePage();
  return ((
    <SettingsFrame section="channels" title={signInWords.title[language]}>
      <FinishSignIn {...data} />
    </SettingsFrame>
  ));
});
