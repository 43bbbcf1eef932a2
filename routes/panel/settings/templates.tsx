import { useWords } from "@/components/page.ts";
import { Empty } from "@/components/Empty.tsx";
import { TemplateSheet } from "@/islands/settings/Channels.tsx";
import { listTemplates } from "@/lib/crm/templates/templates.ts";
import { define } from "@/lib/http/pages.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { SettingsFrame } from "@/lib/panel/settings/SettingsFrame.tsx";
import { settingsWords } from "@/lib/panel/settings/words.ts";
import { TemplateRows } from "@/lib/panel/templates/TemplateRows.tsx";
import { templateWords } from "@/lib/panel/templates/words.ts";

export const handler = panelPage({
  title: settingsWords.names.templates,
  stylesheets: ["/settings.css"],
  run: async ({ trx, member }) => ({ templates: await listTemplates(trx, member) }),
});

export default define.page<typeof handler>(({ data: { templates } }) => (
  <SettingsFrame section="templates">
    <div>
      <div data-region="templates">
        {templates.length === 0
          ? <Empty icon="file-text" text={useWords(templateWords).empty} />
          : <TemplateRows templates={templates} />}
      </div>
      <div class="mt-4">
        <TemplateSheet />
      </div>
    </div>
  </SettingsFrame>
));
