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
  /** Focuses a button of the menu, which is opened again; returns its name, null where hidden. */
  menuItem(at: number): string | null;
  /** Where the middle of what has the focus is in the window. */
  middle(): Point;
  /** Of the dialog that is open: its name, and where its buttons are that end it. */
  question(): Question | null;
  /** Writes something into each field of the open dialog that is empty. */
  fill(): void;
  /**
   * What was to be written since this was asked last; only now each fails, as without a network.
   */
  writes(): string[];
  /** What the page would have gone to since this was asked last. */
  leaves(): string[];
  /** What was clicked since this was asked last and lies behind all that was open then. */
  clicked(): string[];
  /** Resolves once what the page has asked for is there: a dialog grows by what it reads. */
  read(): Promise<void>;
  /** Whether the button, or the item of its menu, has the focus again. */
  isBack(): boolean;
}

export interface Point {
  x: number;
  y: number;
}

/** A dialog that asks something, with the middle of its buttons in the window. */
export interface Question {
  title: string;
  /** The button that does it, where it can be pressed. */
  yes: Point | null;
  /** The buttons that close it and do nothing. */
  no: Point[];
  /** What it says is wrong. */
  alert: string;
  /** Typing goes into a field, if it has any. */
  isAtField: boolean;
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
  /** The button of the menu that has opened something. */
  let item: HTMLElement | null = null;

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
    const target = width < 4 || height < 4 ? label ?? element.parentElement! : element;
    let over = "outside";
    for (const { left, top, right, bottom } of target.getClientRects()) {
      for (const x of [left + 3, (left + right) / 2, right - 3]) {
        for (const y of [top + 3, (top + bottom) / 2, bottom - 3]) {
          const hit = document.elementFromPoint(x, y);
          if (!hit) continue;
          if (target.contains(hit) || label?.contains(hit)) return null;
          over = name(hit);
        }
      }
    }
    return over;
  };
  const fields = "input, select, textarea, [contenteditable]";
  const dialogOnTop = () =>
    [...document.querySelectorAll<HTMLDialogElement>("dialog:modal")].at(-1) ?? null;
  const middleOf = (element: Element): Point => {
    element.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
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
  /** The boxes around it and itself, from the outermost on. */
  const boxesOf = (element: Element): Element[] => {
    const outer = element.parentElement ? boxesOf(element.parentElement) : [];
    return getComputedStyle(element).display === "contents" ? outer : [...outer, element];
  };
  /** As the source has them, or as they are shown where `reading-flow` says so. */
  const byReading = (one: Element, other: Element): number => {
    const [ones, others] = [boxesOf(one), boxesOf(other)];
    const at = ones.findIndex((box, index) => box !== others[index]);
    const [around, first, second] = [ones[at - 1], ones[at], others[at]]
      .map((box) => box && getComputedStyle(box));
    return around?.getPropertyValue("reading-flow") === "flex-visual" &&
        Number(first?.order) - Number(second?.order) ||
      (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
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
      list = stops.filter((one) => isFirstRadio(one, stops)).sort(byReading);
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
      menu = item = null;
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
      item = items[at] as HTMLElement | undefined ?? null;
      if (!item) return null;
      (button as HTMLElement).focus();
      if (!menu!.matches(":popover-open")) (button as HTMLElement).click();
      before = new Set(openOnes());
      if (!isUsable(item)) return "";
      item.focus();
      return name(item);
    },
    middle: () => middleOf(document.activeElement!),
    question() {
      const dialog = dialogOnTop();
      if (!dialog) return null;
      const buttons = [...dialog.querySelectorAll("button")].filter(isUsable);
      const yes = buttons.find((one) => one.type === "submit" || one.matches(".button-danger"));
      const no = buttons.filter((one) =>
        /^(Cancelar|Cerrar|Quedarme aquí)$/.test(one.textContent!.trim())
      );
      const alerts = [...dialog.querySelectorAll("[role=alert]")];
      return {
        title: name(dialog.querySelector("h1, h2, h3") ?? dialog),
        yes: yes ? middleOf(yes) : null,
        no: no.map(middleOf),
        alert: alerts.map((one) => one.textContent).join(""),
        isAtField: document.activeElement!.matches(fields) ||
          ![...dialog.querySelectorAll(fields)].some(isUsable),
      };
    },
    fill() {
      const texts = [...dialogOnTop()!.querySelectorAll<HTMLInputElement>(
        "input:is([type=text], [type=email], :not([type])), textarea",
      )];
      for (const field of texts.filter((one) => isUsable(one) && !one.value)) {
        field.value = field.type === "email" ? "a@b.example" : "7";
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      }
    },
    writes() {
      for (const fail of pending.splice(0)) fail();
      return written.splice(0);
    },
    leaves: () => destinations.splice(0),
    clicked: () => behind.splice(0),
    async read() {
      while (reads > 0) await new Promise(requestAnimationFrame);
    },
    isBack: () => [button, item].some((one) => one !== null && one === document.activeElement),
  };

  const written: string[] = [];
  const destinations: string[] = [];
  const pending: (() => void)[] = [];
  const behind: string[] = [];
  document.addEventListener("click", ({ target, detail }) => {
    const element = target as Element;
    if (detail > 0 && !element.closest("dialog, [popover]")) behind.push(name(element));
  }, { capture: true });
  const isReport = /^[^?]*\/api\/phone\/notifications\/marks\b/;
  let reads = 0;
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    if ((init?.method ?? "GET") === "GET") {
      reads += 1;
      return fetch(input, init).finally(() => reads -= 1);
    }
    // What was seen the phone tells by itself.
    if (!isReport.test(`${input}`)) written.push(`${init!.method} ${input}`);
    return new Promise((_, reject) => pending.push(() => reject(new TypeError("kept"))));
  };
  // deno-lint-ignore no-explicit-any -- not yet in the types
  (globalThis as any).navigation.addEventListener("navigate", (event: any) => {
    if (event.hashChange || !event.cancelable) return;
    destinations.push(event.destination.url);
    event.preventDefault();
  });
}
