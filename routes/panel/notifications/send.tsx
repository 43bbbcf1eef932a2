import { usePage } from "@/components/page.ts";
import { define } from "@/lib/http/pages.ts";
import { Sections } from "@/lib/panel/notifications/parts/Sections.tsx";
import { SendNotification } from "@/islands/notifications/SendNotification.tsx";
import { limits } from "@/lib/notify/sending/notification.ts";
import { findSummarised } from "@/lib/notify/sending/notification_pages.ts";
import { draftOf } from "@/lib/panel/notifications/draft_of.ts";
import { isUuid } from "@/lib/panel/notifications/uuid.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { sendingWords } from "@/lib/panel/notifications/sending_words.ts";

export const handler = panelPage({
  title: sendingWords.title,
  stylesheets: ["/notification.css"],
  run: async ({ trx, member, memberships, url }) => {
    const { companyId } = member;
    const like = url.searchParams.get("like") ?? "";
    const draft = draftOf(isUuid(like) ? await findSummarised(trx, member, like) : undefined);
    const to = url.searchParams.getAll("to").filter(Boolean).slice(0, limits.recipients);
    return {
      draft: to.length > 0 ? { ...draft, userIds: to } : draft,
      company: memberships.find((one) => one.companyId === companyId)!.name,
    };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const { language } = usePage();
  return (
    <>
      <Sections current="send" />
      <h1 class="mb-5 text-title font-semibold tracking-tight">
        {sendingWords.title[language]}
      </h1>
      <SendNotification {...data} limits={limits} />
    </>
  );
});
