/**
 * Input from before the page's scripts came (noted by components/EarlyInput.tsx) is told to islands
 * as if it happened now; the last press of each is repeated if it opens or switches something.
 */

const patienceMs = 10_000;

interface Press {
  control: Element;
  at: number;
}

interface EarlyInput {
  pressed: Map<Node, Press>;
  typed: Set<Element>;
  toggled: Set<HTMLDetailsElement>;
  stop: AbortController;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Typed {
  control: Control;
  value: string;
  isTicked: boolean;
  selection: [number, number] | null;
}

const early = (globalThis as { earlyInput?: EarlyInput }).earlyInput;
const typed = [...early?.typed ?? []].filter(isControl).map(read);
const opened = [...early?.toggled ?? []].map((details) => ({ details, isOpen: details.open }));
// From now on islands hear presses themselves.
early?.stop.abort();

let isTaken = false;

export function keepEarlyInput(): void {
  if (!isTaken) typed.forEach(putBack);
}

export function takeOverEarlyInput(): void {
  if (isTaken || !early) return;
  isTaken = true;
  typed.forEach(handOver);
  for (const { details, isOpen } of opened) {
    if (details.isConnected) details.open = isOpen;
  }
  makeUpFor([...early.pressed.values()]);
}

function isControl(element: Element): element is Control {
  return /^(input|textarea|select)$/.test(element.localName);
}

function isTick(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);
}

function isFile(control: Control): boolean {
  return control.type === "file";
}

function isText(control: Control): boolean {
  return !isTick(control) && !isFile(control) && !(control instanceof HTMLSelectElement);
}

function read(control: Control): Typed {
  const { selectionStart: start, selectionEnd: end } = control as HTMLInputElement;
  return {
    control,
    value: control.value,
    isTicked: isTick(control) && control.checked,
    selection: isText(control) && start !== null ? [start, end ?? start] : null,
  };
}

/** @returns the control in its place now, if it can be used */
function putBack({ control, value, isTicked, selection }: Typed): Control | null {
  const now = control.isConnected ? control : elementLike(control);
  if (!now || now.disabled) return null;
  if (isTick(now)) now.checked = isTicked;
  // Keys that were pressed since follow what was there.
  else if (!isFile(now) && !now.value.startsWith(value)) {
    now.value = value;
    if (selection && now === document.activeElement && !(now instanceof HTMLSelectElement)) {
      now.setSelectionRange(...selection);
    }
  }
  return now;
}

function handOver(one: Typed): void {
  // A radio button that was left is told of by the one that was chosen.
  if (one.control.type === "radio" && !one.isTicked) return;
  const now = putBack(one);
  if (!now) return;
  const isLeft = now !== document.activeElement;
  now.dispatchEvent(new InputEvent("input", { bubbles: true }));
  if (isLeft || !isText(now)) now.dispatchEvent(new Event("change", { bubbles: true }));
  if (isLeft) setTimeout(leave, 0, now);
}

function leave(control: Control): void {
  if (!control.isConnected || control === document.activeElement) return;
  control.dispatchEvent(new FocusEvent("blur"));
  control.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
}

function elementLike({ id, name, localName }: Control): Control | null {
  if (id) return document.getElementById(id) as Control | null;
  const controls = name ? [...document.getElementsByName(name)] : [];
  return controls.length === 1 && controls[0]!.localName === localName
    ? controls[0] as Control
    : null;
}

/** The latest first: what it opens may lie over the others. */
async function makeUpFor(presses: Press[]): Promise<void> {
  for (const { control, at } of presses.sort((one, other) => other.at - one.at)) {
    if (performance.now() - at > patienceMs || !canBePressed(control)) continue;
    (control as HTMLElement).click();
    await new Promise((drawn) => setTimeout(drawn));
  }
}

/** Allows only what opens or switches something (`data-opens`), so that nothing is written. */
function canBePressed(control: Element): boolean {
  const over = document.querySelector("dialog:modal");
  return control.matches("[data-opens]:not(:disabled, [aria-disabled=true])") &&
    control.isConnected && control.checkVisibility() && (!over || over.contains(control));
}
