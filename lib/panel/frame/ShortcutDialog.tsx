import { useWords } from "@/components/page.ts";
import { useCommandKey } from "@/lib/panel/frame/use_command_key.ts";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import { commonWords } from "@/lib/words/common.ts";
import { shortcutWords } from "@/lib/panel/frame/shortcut_words.ts";

interface ShortcutDialogProps {
  onClose(): void;
}

/** The list of what the keyboard can do. Open while drawn. */
export function ShortcutDialog({ onClose }: ShortcutDialogProps) {
  const dialog = useOpenDialog();
  const command = useCommandKey();
  const words = useWords(shortcutWords);
  const { close } = useWords(commonWords);
  const groups: [string, [string, string][]][] = [
    [words.everywhere, [
      [`${command} K`, words.palette],
      ["g 1…9", words.goTo],
      ["c", words.create],
      [`${command} Enter`, words.save],
      ["Esc", words.close],
      ["?", words.help],
    ]],
    [words.lists, [
      ["j k", words.move],
      ["Enter", words.open],
      ["/", words.search],
      ["f", words.filter],
      ["x", words.pick],
      ["b", words.bulk],
    ]],
    [words.records, [
      ["e", words.archive],
      ["a", words.assign],
      ["n", words.next],
      ["r", words.reply],
      ["m", words.note],
      ["l", words.call],
      ["t", words.task],
      ["d", words.event],
      ["v", words.convert],
    ]],
    [words.calendar, [
      ["p n", words.step],
      ["t", words.today],
      ["← ↑ ↓ →", words.moveEvent],
      ["⇧ ← ↑ ↓ →", words.resizeEvent],
    ]],
  ];
  return (
    <dialog
      ref={dialog.ref}
      class="dialog"
      aria-labelledby="shortcuts-title"
      onClose={onClose}
    >
      <div class="p-5">
        <h2 id="shortcuts-title" class="mb-3 font-semibold outline-none" tabIndex={-1} autofocus>
          {words.title}
        </h2>
        {groups.map(([name, keys]) => (
          <section key={name} class="mb-4">
            <h3 class="mb-1 text-label font-medium text-soft">{name}</h3>
            <dl>
              {keys.map(([key, meaning]) => (
                <div key={key} class="flex justify-between gap-6 py-0.5">
                  <dt>{meaning}</dt>
                  <dd>
                    <kbd class="rounded-sm bg-sunken px-1.5 py-0.5 font-sans text-label">{key}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <form method="dialog" class="flex justify-end">
          <button type="submit" class="button">{close}</button>
        </form>
      </div>
    </dialog>
  );
}
