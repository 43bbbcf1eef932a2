interface Words {
  one: string;
  many: string;
}

/**
 * Says beside each field with `data-most` how many characters are too many, counted in code points
 * as the API counts, and keeps its form from being sent. Nothing that was typed is cut. It stands by
 * itself, as pages without islands have it as the text of a script.
 */
export function watchLengths(words: Record<string, Words>): void {
  type Control = HTMLInputElement | HTMLTextAreaElement;
  const notes = new Map<Control, HTMLElement>();
  let checking: ReturnType<typeof setInterval> | undefined;

  const isWatched = (target: EventTarget | null): target is Control =>
    target instanceof HTMLElement && target.dataset.most !== undefined;

  function surplusOf(control: Control): number {
    const { value, dataset, localName } = control;
    const most = Number(dataset.most);
    if (value.length <= most) return 0;
    return [...localName === "textarea" ? value : value.trim()].length - most;
  }

  /** After what stands in a row: within, a note would press the row's other parts. */
  function placeOf(control: Control): Element {
    let place: Element = control;
    for (let parent = place.parentElement; parent; parent = place.parentElement) {
      if (parent.matches("form, dialog, body, td, th, li")) break;
      if (!/flex|grid/.test(getComputedStyle(parent).display)) break;
      place = parent;
    }
    return place;
  }

  function refer(control: Control, id: string, isAdded: boolean): void {
    const ids = (control.getAttribute("aria-describedby") ?? "").split(" ")
      .filter((one) => one && one !== id);
    if (isAdded) ids.push(id);
    if (ids.length > 0) control.setAttribute("aria-describedby", ids.join(" "));
    else control.removeAttribute("aria-describedby");
  }

  function check(control: Control): boolean {
    const surplus = control.isConnected ? surplusOf(control) : 0;
    let note = notes.get(control);
    if (surplus <= 0) {
      if (!note) return true;
      note.remove();
      notes.delete(control);
      control.removeAttribute("aria-invalid");
      refer(control, note.id, false);
      return true;
    }
    if (!note?.isConnected) {
      note ??= document.createElement("span");
      note.id ||= `too-many-${Math.random().toString(36).slice(2)}`;
      note.className = "too-many";
      note.setAttribute("role", "status");
      placeOf(control).after(note);
      notes.set(control, note);
    }
    control.setAttribute("aria-invalid", "true");
    refer(control, note.id, true);
    const { one, many } = words[document.documentElement.lang] ?? words.en!;
    const text = surplus === 1 ? one : many.replace("{n}", String(surplus));
    if (note.textContent !== text) note.textContent = text;
    // A page may change or remove the field without an event.
    checking ??= setInterval(checkAll, 500);
    return false;
  }

  function checkAll(): void {
    for (const control of [...notes.keys()]) check(control);
    if (notes.size > 0) return;
    clearInterval(checking);
    checking = undefined;
  }

  const look = ({ target }: Event) => void (isWatched(target) && check(target));
  addEventListener("input", look, true);
  addEventListener("focusin", look, true);
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const wrong = [...form.elements].filter((one) => isWatched(one) && !check(one));
    if (wrong.length === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    (wrong[0] as HTMLElement).focus();
  }, true);
  for (const control of document.querySelectorAll<HTMLElement>("[data-most]")) {
    if (isWatched(control)) check(control);
  }
}
