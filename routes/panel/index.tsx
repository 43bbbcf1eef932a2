import { Identity } from "@/components/Identity.tsx";
import { LatestNotifications } from "@/islands/LatestNotifications.tsx";
import { limits } from "@/lib/notify/sending/notification.ts";
import { findNotificationPage } from "@/lib/notify/sending/notification_pages.ts";
import { toRow } from "@/lib/notify/sending/notification_row.ts";
import { define } from "@/lib/http/pages.ts";
import { panelPage } from "@/lib/pages/panel_page.ts";
import { NewRecord } from "@/islands/NewRecord.tsx";
import { type Language, speak } from "@/lib/words/language.ts";
import { frameWords } from "@/lib/words/panel/frame.ts";

const perPage = 20;

export const handler = panelPage({
  title: frameWords.home,
  run: async ({ trx, member, memberships, language }) => {
    const { companyId, email, timezone } = member;
    const { records, total } = await findNotificationPage(trx, { companyId }, { page: 1, perPage });
    const company = memberships.find((membership) => membership.companyId === companyId)!;
    return {
      identity: { member, company, language },
      latest: {
        rows: records.map(toRow),
        total,
        perPage,
        companyId,
        email,
        language,
        limits,
        timeZone: timezone,
        now: new Date(),
      },
    };
  },
});

function NewCompany(
  { companyId, language, timeZone }: { companyId: number; language: Language; timeZone: string },
) {
  const words = speak(frameWords, language);
  return (
    <NewRecord
      list="companies"
      page="/panel?company_id=:id"
      label={words.newCompany}
      title={words.newCompany}
      look="button"
      hash="#new-company"
      fields={[
        { name: "name", label: words.companyName, kind: "text", isRequired: true, maxLength: 120 },
        { name: "color", label: words.companyColor, kind: "color" },
      ]}
      given={{ color: "#2563eb" }}
      companyId={companyId}
      language={language}
      timeZone={timeZone}
    />
  );
}

export default define.page<typeof handler>(({ data: { identity, latest } }) => (
  <>
    <Identity {...identity} />
    <LatestNotifications {...latest} />
    <div class="mt-8">
      <NewCompany {...latest} />
    </div>
  </>
));
