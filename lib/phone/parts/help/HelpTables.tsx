import { HelpTable } from "@/lib/phone/parts/help/HelpTable.tsx";
import { TypeMark } from "@/lib/phone/parts/TypeMark.tsx";
import { type Language, speak } from "@/lib/words/language.ts";
import { phoneHelpTables } from "@/lib/words/phone/help_tables.ts";
import { typeWords } from "@/lib/words/phone/types.ts";

const types = ["info", "success", "warning", "error"] as const;
const priorities = ["low", "normal", "high"] as const;
const rows = ["buttons", "text", "replaced", "badge", "arrival"] as const;

/** Effects of type and priority on each platform, and abilities of a notification there. */
export function HelpTables({ language }: { language: Language }) {
  const words = speak(phoneHelpTables, language);
  const names = speak(typeWords, language);
  return (
    <>
      <section aria-labelledby="types">
        <h2 id="types">{words.types.title}</h2>
        <p>{words.types.text}</p>
        <HelpTable
          labelledBy="types"
          columns={[words.types.type, words.types.meaning]}
          rows={types.map((type) => ({
            head: (
              <span class="type-name">
                <TypeMark type={type} />
                <span class={`type-${type}`}>{names[type]}</span>
                <code>{type}</code>
              </span>
            ),
            cells: [words.types.meanings[type]],
          }))}
        />
      </section>
      <section aria-labelledby="priorities">
        <h2 id="priorities">{words.priorities.title}</h2>
        <p>{words.priorities.text}</p>
        <HelpTable
          labelledBy="priorities"
          columns={[
            words.priorities.priority,
            words.priorities.open,
            words.priorities.android,
            words.priorities.iphone,
          ]}
          rows={priorities.map((priority) => {
            const { name, open, android, iphone } = words.priorities[priority];
            const head = <span class="type-name">{name} {<code>{priority}</code>}</span>;
            return { head, cells: [open, android, iphone] };
          })}
        />
      </section>
      <section aria-labelledby="promises">
        <h2 id="promises">{words.promises.title}</h2>
        <p>{words.promises.text}</p>
        <HelpTable
          labelledBy="promises"
          columns={[words.promises.what, words.promises.android, words.promises.iphone]}
          rows={rows.map((row) => {
            const { what, android, iphone } = words.promises.rows[row];
            return { head: what, cells: [android, iphone] };
          })}
        />
      </section>
    </>
  );
}
