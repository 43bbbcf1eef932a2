/** What a page says of its own tab stops: these functions run inside it. */

export interface Stop {
  /** Where it stands among the scope's tab stops; -1 is none of them, null is outside. */
  at: number | null;
  name: string;
  /** What is drawn around it differs from before it had the focus. */
  isSeen: boolean;
  /** What lies over all of it, or `outside` where it is out of the window. */
  under: string | null;
}

export interface Survey {
  names: string[];
  /** What can be used and is no tab stop. */
  unreached: string[];
  isModal: boolean;
}

export interface OnPage {
  /** Lists what can be used there, and remembers how it looks. */
  survey(scope: "page" | "main" | "opened"): Survey;
  /** Gives the focus to what stands there in the list. */
  focus(at: number): void;
  /** What has the focus. */
  stop(): Stop;
  /** Gives the focus to the next button below `root` that was not tried, and says its name. */
  nextButton(tried: string[], root: string): string | null;
  /** What the button has opened, if anything. */
  opened(): string | null;
  /** Gives the focus to a button of the menu that was opened, and says its name; opens it again. */
  menuItem(at: number): string | null;
  /** Whether the button has the focus again. */
  isBack(): boolean;
}

declare global {
  var onPage: OnPage;
}

/** Makes `onPage`, and keeps the page where it is: nothing is written, no link is followed. */
export function prepare(): void {
  const widgets = "a[href], button, input, select, textarea, summary, [contenteditable], " +
    "[role=button], [role=link], [role=checkbox], [role=switch], [role=tab], [role=menuitem], " +
    "[role=slider], [role=gridcell][tabindex]";
  // A key of their own, or a line that is empty until it has a name.
  const hasOtherWay = "[aria-keyshortcuts], .quote-line-new [data-cell]";
  let list: Element[] = [];
  let looks: string[] = [];
  let button: Element | null = null;
  let before: Set<Element> = new Set();
  let open: Element | null = null;
  let root: Element = document.body;
  let menu: HTMLElement | null = null;

  const isUsable = (element: Element) =>
    !element.matches(":disabled, [type=hidden]") && !element.closest("[inert]") &&
    element.checkVisibility({ visibilityProperty: true });
  const name = (element: Element) => {
    const text = element.getAttribute("aria-label") ?? element.textContent ?? "";
    const id = element.getAttribute("name") ?? element.id;
    return `${element.localName} ${text.trim().replace(/\s+/g, " ").slice(0, 50) || id}`;
  };
  const look = (element: Element) => {
    const around = [element, element.parentElement, element.parentElement?.parentElement];
    const boxes: [Element | null | undefined, string?][] = [
      ...around.map((one) => [one] as [Element | null | undefined]),
      [element.nextElementSibling],
      [element, "::before"],
      [element, "::after"],
    ];
    return boxes.map(([box, pseudo]) => {
      if (!box) return "";
      const style = getComputedStyle(box, pseudo);
      const line = style.outlineStyle === "none" || style.outlineWidth === "0px"
        ? "none"
        : style.outline;
      return `${line} ${style.boxShadow}`;
    }).join("|");
  };
  /** Looked for at the middle, the edges and the corners of each of its boxes. */
  const under = (element: Element): string | null => {
    const { width, height } = element.getBoundingClientRect();
    const label = element.closest("label");
    // A box that is drawn by its label has no size of its own.
    const shown = width < 4 || height < 4 ? label ?? element.parentElement! : element;
    let over = "outside";
    for (const { left, top, right, bottom } of shown.getClientRects()) {
      for (const x of [left + 3, (left + right) / 2, right - 3]) {
        for (const y of [top + 3, (top + bottom) / 2, bottom - 3]) {
          const hit = document.elementFromPoint(x, y);
          if (!hit) continue;
          if (shown.contains(hit) || label?.contains(hit)) return null;
          over = name(hit);
        }
      }
    }
    return over;
  };
  const openOnes = () =>
    [...document.querySelectorAll("dialog[open], :popover-open")]
      .filter((one) => one.checkVisibility());

  const isFirstRadio = (element: Element, all: Element[]) => {
    if (!(element instanceof HTMLInputElement) || element.type !== "radio") return true;
    const { name, form } = element;
    const group = all.filter((one): one is HTMLInputElement =>
      one instanceof HTMLInputElement && one.type === "radio" && one.name === name &&
      one.form === form
    );
    return element === (group.find(({ checked }) => checked) ?? group[0]);
  };

  globalThis.onPage = {
    survey(scope) {
      root = scope === "opened"
        ? open!
        : document.querySelector(scope === "main" ? "main" : "body")!;
      const all = [...root.querySelectorAll(`${widgets}, [tabindex]`)].filter(isUsable);
      const [stops, others] = [true, false].map((isStop) =>
        all.filter((one) => (one as HTMLElement).tabIndex >= 0 === isStop)
      ) as [Element[], Element[]];
      list = stops.filter((one) => isFirstRadio(one, stops));
      // What has the focus already must be seen without it too.
      const current = document.activeElement as HTMLElement | null;
      current?.blur();
      looks = list.map(look);
      current?.focus();
      return {
        names: list.map(name),
        unreached: others.filter((one) => one.matches(widgets) && !one.matches(hasOtherWay)).map(
          name,
        ),
        isModal: root.matches(":modal"),
      };
    },
    focus: (at) => (list[at] as HTMLElement).focus(),
    stop() {
      const element = document.activeElement;
      if (!element || element === document.body || !root.contains(element)) {
        return { at: null, name: element ? name(element) : "page", isSeen: true, under: null };
      }
      const at = list.indexOf(element);
      const isSeen = at < 0 || look(element) !== looks[at];
      return { at, name: name(element), isSeen, under: under(element) };
    },
    nextButton(tried, root) {
      const buttons = [...document.querySelectorAll(`${root} button, ${root} summary`)]
        .filter((one) => !(one instanceof HTMLButtonElement && one.type === "submit"));
      button = buttons.find((one) => isUsable(one) && !tried.includes(name(one))) ?? null;
      if (!button) return null;
      menu = null;
      before = new Set(openOnes());
      (button as HTMLElement).focus();
      return name(button);
    },
    opened() {
      open = openOnes().find((one) => !before.has(one)) ?? null;
      if (open?.matches("[popover]")) menu = open as HTMLElement;
      return open && `${open.localName} ${open.id}`;
    },
    menuItem(at) {
      const items = [...menu?.querySelectorAll("button:not([type=submit])") ?? []]
        .filter((one) => !one.matches(":disabled"));
      const item = items[at] as HTMLElement | undefined;
      if (!item) return null;
      (button as HTMLElement).focus();
      if (!menu!.matches(":popover-open")) (button as HTMLElement).click();
      before = new Set(openOnes());
      item.focus();
      return name(item);
    },
    isBack: () => document.activeElement === button,
  };

  const { fetch } = globalThis;
  globalThis.fetch = (input, init) =>
    (init?.method ?? "GET") === "GET" ? fetch(input, init) : Promise.reject(new TypeError("kept"));
  // deno-lint-ignore no-explicit-any -- not yet in the types
  (globalThis as any).navigation.addEventListener("navigate", (event: any) => {
    if (!event.hashChange && event.cancelable) event.preventDefault();
  });
}
