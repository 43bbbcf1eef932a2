import { usePage, useWords } from "@/components/page.ts";
import { StageDot } from "@/lib/panel/opportunities/stages/StageDot.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import { SettingsFrame } from "@/lib/panel/settings/SettingsFrame.tsx";
import { ApprovalRules } from "@/islands/settings/SettingsForms.tsx";
import { RecordFields } from "@/islands/record/RecordFields.tsx";
import { StageSheet } from "@/islands/opportunities/StageSheet.tsx";
import { listPeople } from "@/lib/access/people.ts";
import { companyFields } from "@/lib/crm/companies/fields.ts";
import { countPriced, readCompany } from "@/lib/crm/companies/companies.ts";
import { listStages } from "@/lib/crm/stages/stages.ts";
import { define } from "@/lib/http/pages.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { approvalRuleWords } from "@/lib/panel/settings/approval_words.ts";
import {
  currencyField,
  currencyName,
  quotationFields,
} from "@/lib/panel/settings/company_fields.ts";
import { stageWords } from "@/lib/crm/stages/words.ts";
import { settingsWords } from "@/lib/panel/settings/words.ts";

export const handler = panelPage({
  title: settingsWords.names.sales,
  stylesheets: ["/settings.css"],
  run: async ({ trx, member }) => ({
    company: await readCompany(trx, { user: member }, member.companyId),
    stages: await listStages(trx, member),
    priced: await countPriced(trx, member),
    people: await listPeople(trx, member),
  }),
});

export default define.page<typeof handler>(({ data }) => {
  const { language } = usePage();
  const { company, stages, priced, people } = data;
  const words = useWords(settingsWords);
  const { quotes, sales } = priced;
  const isFixed = quotes + sales > 0;
  const fields = quotationFields(language);
  return (
    <SettingsFrame section="sales">
      <Panel title={words.stages}>
        <div data-region="stages">
          <Stages stages={stages} />
        </div>
        <StageSheet />
      </Panel>
      <Panel title={words.quotations}>
        {isFixed && (
          <dl class="facts">
            <div>
              <dt>{companyFields.currency.label[language]}</dt>
              <dd>
                {currencyName(company.currency, language)}
                <span class="block text-label text-soft">{words.currencyFixed(quotes, sales)}</span>
              </dd>
            </div>
          </dl>
        )}
        <div class="settings-fields">
          <RecordFields
            path={`companies/${company.id}`}
            record={company}
            fields={isFixed ? fields : [currencyField(language), ...fields]}
          />
        </div>
      </Panel>
      <Panel title={approvalRuleWords.title[language]}>
        <p class="pt-1 text-pretty text-label text-soft">{approvalRuleWords.text[language]}</p>
        <ApprovalRules
          rules={company.approval}
          people={people}
          currency={company.currency}
        />
      </Panel>
    </SettingsFrame>
  );
});

interface StagesProps {
  stages: {
    id: number;
    name: string;
    color: string | null;
    default_probability: number;
    rot_days: number;
  }[];
}

/** The stages in their order; the sheet beside them listens to the buttons. */
function Stages({ stages }: StagesProps) {
  const words = useWords(settingsWords);
  const own = useWords(stageWords);
  return (
    <>
      <ol>
        {stages.map(({ id, name, color, default_probability, rot_days }) => (
          <li key={id} class="flex min-h-11 items-center gap-3 border-b border-line" data-id={id}>
            <StageDot color={color} />
            <span class="min-w-0 flex-1 truncate font-medium" dir="auto">{name}</span>
            <span class="text-right text-meta tabular-nums text-soft">
              {words.stageFacts(String(default_probability), rot_days)}
            </span>
            <button
              type="button"
              id={`stage-${id}-edit`}
              class="button button-plain button-icon text-soft"
              data-stage-edit={id}
              data-opens=""
              title={own.edit(name)}
            >
              <Icon name="pencil" />
              <span class="sr-only">{own.edit(name)}</span>
            </button>
          </li>
        ))}
      </ol>
      <button type="button" class="button mt-3" data-stage-edit="new" data-opens="">
        <Icon name="plus" />
        {own.add}
      </button>
    </>
  );
}
