import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { later } from "@/lib/panel/page/later.ts";
import { hrefOf, type ListView } from "@/lib/panel/list/list_view.ts";
import { useShownView } from "@/lib/panel/list/search/shown_search.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import {
  type ColumnName,
  contentsOf,
  type SavedViewsOfList,
} from "@/lib/panel/list/views/saved_views.ts";
import { viewWords } from "@/lib/panel/list/views/words.ts";

const ColumnsMenu = later(() => import("@/lib/panel/list/views/ColumnsMenu.tsx"), "ColumnsMenu");
const ViewDialog = later(() => import("@/lib/panel/list/views/ViewDialog.tsx"), "ViewDialog");

const DeleteView = later(() => import("@/lib/panel/list/views/DeleteView.tsx"), "DeleteView");

interface SavedViewsProps {
  view: ListView & { saved: SavedViewsOfList };
  columns: ColumnName[];
  plain: string;
}

type Question = "save" | "rename" | "delete";

/** The menus of saved views, which are plain links, and of the list's columns. */
export function SavedViews(props: SavedViewsProps) {
  const { companyId, language } = usePage();
  const { columns, plain } = props;
  const view = useShownView(props.view);
  const { list, views, current, base = {} } = view.saved;
  const [question, setQuestion] = useState<Question | null>(null);
  const words = useWords(viewWords);
  const active = views.find(({ id }) => id === current);
  const addressOf = (id: number) =>
    hrefOf({ path: view.path, params: { company_id: String(companyId) } }, { view: String(id) });
  const contents = contentsOf(view.params);
  const isChanged = active !== undefined &&
    JSON.stringify(sorted(contentsOf(base))) !== JSON.stringify(sorted(contents));

  async function write(
    method: "POST" | "PATCH",
    json: Record<string, unknown>,
    next: (id: number) => string,
  ) {
    const path = method === "POST" ? "views" : `views/${active!.id}`;
    const outcome = await callApi<{ id: number }>(path, { method, json, companyId, language });
    if (outcome.ok) location.assign(next(outcome.data.id));
    else if (!question) showToast({ text: failureText(outcome, language), isFailure: true });
    return outcome;
  }

  return (
    <div class="flex items-center gap-1" data-views data-current={current}>
      <ViewsMenu
        {...{ views, active, isChanged, plain, addressOf }}
        isPlain={JSON.stringify(contents) === JSON.stringify(contentsOf({}))}
        onSave={() => write("PATCH", { ...contents, version: active!.version }, addressOf)}
        onAsk={setQuestion}
      />
      <ColumnsButton view={view} columns={columns} />
      {question === "save" && (
        <ViewDialog
          title={words.saveTitle}
          onSave={(named) => write("POST", { list, ...contents, ...named }, addressOf)}
          onClose={() => setQuestion(null)}
        />
      )}
      {question === "rename" && active && (
        <ViewDialog
          title={words.renameTitle}
          initial={active}
          onSave={(named) =>
            write("PATCH", { ...named, version: active.version }, () => hrefOf(view))}
          onClose={() => setQuestion(null)}
        />
      )}
      {question === "delete" && active && (
        <DeleteView
          view={active}
          next={plain}
          onClose={() => setQuestion(null)}
        />
      )}
    </div>
  );
}

interface ViewsMenuProps {
  views: SavedViewsOfList["views"];
  active: SavedViewsOfList["views"][number] | undefined;
  /** Whether what is shown differs from the saved view. */
  isChanged: boolean;
  /** Whether nothing is filtered or sorted. */
  isPlain: boolean;
  plain: string;
  addressOf(id: number): string;
  onSave(): void;
  onAsk(question: Question): void;
}

function ViewsMenu(props: ViewsMenuProps) {
  const { views, active, isChanged, isPlain, plain, addressOf, onSave, onAsk } = props;
  const words = useWords(viewWords);
  const groups = [
    [words.shared, views.filter(({ shared }) => shared)],
    [words.mine, views.filter(({ shared }) => !shared)],
  ] as const;
  return (
    <>
      <button
        type="button"
        class="button button-plain max-w-72"
        popovertarget="views-menu"
        aria-label={`${words.menu}: ${active?.name ?? words.plain}`}
      >
        <Icon name="star" class="size-4 shrink-0 text-soft" />
        <span class="truncate">{active?.name ?? words.views}</span>
        {isChanged && <span class="shrink-0 text-soft">({words.changed})</span>}
        <Icon name="chevron-down" class="size-4 shrink-0 text-soft" />
      </button>
      <div id="views-menu" popover="auto" class="menu anchored views-menu" aria-label={words.menu}>
        {views.length === 0 && <p class="px-2 py-1.5 text-soft">{words.none}</p>}
        {views.length > 0 && (
          <a class="menu-item" href={plain} aria-current={active ? "false" : "true"}>
            {words.plain}
          </a>
        )}
        {groups.filter(([, some]) => some.length > 0).map(([title, some]) => (
          <section key={title}>
            <h3 class="px-2 pb-0.5 pt-2 text-label font-medium text-soft">{title}</h3>
            {some.map(({ id, name }) => (
              <a
                key={id}
                class="menu-item"
                href={addressOf(id)}
                aria-current={id === active?.id ? "true" : "false"}
              >
                <bdi class="truncate">{name}</bdi>
              </a>
            ))}
          </section>
        ))}
        <div class="needs-script mt-1 border-t border-line pt-1">
          {isChanged && active && <Item label={words.saveChanges(active.name)} onPress={onSave} />}
          <Item label={words.save} isOff={isPlain} isOpener onPress={() => onAsk("save")} />
          {active && <Item label={words.rename} isOpener onPress={() => onAsk("rename")} />}
          {active && (
            <Item
              label={words.delete}
              isDanger
              isOpener
              onPress={() => onAsk("delete")}
            />
          )}
        </div>
      </div>
    </>
  );
}

function ColumnsButton({ view, columns }: { view: ListView; columns: ColumnName[] }) {
  const words = useWords(viewWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class="button button-plain button-icon needs-script max-lg:hidden"
        popovertarget="columns-menu"
        title={words.columns}
      >
        <Icon name="sliders-horizontal" class="size-4 text-soft" />
        <span class="sr-only">{words.columns}</span>
      </button>
      <div
        id="columns-menu"
        popover="auto"
        class="menu anchored"
        aria-label={words.columns}
        onToggle={(event) => setOpen(event.newState === "open")}
      >
        {isOpen && (
          <ColumnsMenu
            columns={columns}
            onApply={(names) =>
              location.assign(hrefOf(view, { columns: names && names.join(",") }))}
          />
        )}
      </div>
    </>
  );
}

interface ItemProps {
  label: string;
  isOff?: boolean;
  isDanger?: boolean;
  isOpener?: boolean;
  onPress(): void;
}

function Item({ label, isOff = false, isDanger = false, isOpener, onPress }: ItemProps) {
  return (
    <button
      type="button"
      class={`menu-item ${isDanger ? "text-danger-text" : ""}`}
      aria-disabled={isOff}
      data-command={isOff ? undefined : label}
      data-opens={isOpener ? "" : undefined}
      onClick={() => {
        if (isOff) return;
        document.getElementById("views-menu")?.hidePopover();
        onPress();
      }}
    >
      {label}
    </button>
  );
}

function sorted({ filters, ...rest }: ReturnType<typeof contentsOf>) {
  return { ...rest, filters: Object.entries(filters).sort() };
}
