import type { ApiCall } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { Autosave, type SaveTools } from "@/lib/panel/save/autosave.ts";
import type { Attempt } from "@/lib/panel/save/save_queue.ts";
import {
  baseOf,
  type Clash,
  fieldOf,
  findClashes,
  type Saveable,
  type Saved,
  saveFields,
  type SaveState,
} from "@/lib/panel/save/save.ts";
import { isSame, unsavedAt, type UnsavedStore, without } from "@/lib/panel/save/unsaved.ts";
import type { Language } from "@/lib/words/language.ts";

export interface FieldOptions<T extends Saveable, Input> {
  /** Below /api/admin: `clients/7`. */
  path: string;
  record: T;
  companyId: number;
  language: Language;
  names: readonly string[];
  inputOf(name: string, value: unknown): Input;
  /** The value for the API, or what is wrong with the input. */
  read(name: string, input: Input): { value: unknown } | { error: string };
  /** Makes one value of two people's; without it, the person is asked. */
  merge?(name: string, sides: { base: unknown; mine: unknown; theirs: unknown }): unknown;
  /** Each field says why it was not saved; else only those that the refusal names. */
  hasOwnErrors?: boolean;
  /** Parameters of a save, as they are when it is sent. */
  query?(): ApiCall["query"];
  /** @param meta what the answer says beside the record */
  onSaved?(meta: unknown): void;
}

type Values = Record<string, unknown>;

/** A save, and how the fields were when it began. */
interface Sent<Input> {
  values: Values;
  base: Values;
  inputs: Record<string, Input>;
}

/**
 * What is typed in a record's fields, until it is saved: one save at a time, and changes of the
 * meantime go with the next. What others change is taken over, except in a field that is being
 * typed in; if both changed it, the person is asked. Unsent values are stored in the browser.
 */
export class FieldDrafts<T extends Saveable, Input> {
  record: T;
  inputs: Record<string, Input> = {};
  errors: Record<string, string> = {};
  clashes: Clash[] = [];
  /** Values of the next save, of the save under way, and of one that waits for an answer. */
  #pending: Values = {};
  #inFlight: Values = {};
  #onHold: Values = {};
  /** The record as others left it, where it is not taken over yet. */
  #newer: T | null = null;
  #unsaved: UnsavedStore;
  #autosave: Autosave;

  /** @param draw called after every change */
  constructor(
    public options: FieldOptions<T, Input>,
    private readonly draw: () => void,
    private readonly tools: Partial<SaveTools<T>> = {},
  ) {
    this.record = options.record;
    this.#unsaved = unsavedAt(options.companyId, options.path, tools.storage);
    this.#autosave = new Autosave(() => this.#attempt(), draw, tools.clock);
  }

  get state(): SaveState {
    return this.#autosave.state;
  }

  /** How a field's input stands that is to be saved, or cannot be. */
  standing(name: string): "saving" | "kept" | "wrong" | null {
    const isUnsaved = [this.#pending, this.#inFlight, this.#onHold].some((one) => name in one);
    if (isUnsaved) return this.state.kind === "failed" ? "kept" : "saving";
    return this.errors[name] ? "wrong" : null;
  }

  inputIn(name: string): Input {
    if (name in this.inputs) return this.inputs[name]!;
    return this.options.inputOf(name, fieldOf(this.record, name));
  }

  /** Sends what an earlier page could not, and asks about what has changed since. */
  load(): void {
    const { names } = this.options;
    const { values, base } = this.#unsaved.read();
    const mine = Object.fromEntries(
      Object.entries(values).filter(([name]) => names.includes(name)),
    );
    if (Object.keys(mine).length === 0) return;
    for (const [name, value] of Object.entries(mine)) {
      this.inputs[name] = this.options.inputOf(name, value);
    }
    const clashes = findClashes({ values: mine, base }, (name) => fieldOf(this.record, name));
    const asked = clashes.map(({ name, mine }) => [name, mine]);
    this.#pending = without(mine, clashes.map(({ name }) => name));
    this.#meet(clashes, Object.fromEntries(asked), base);
    this.draw();
    this.run();
  }

  /** Takes what is being typed; the page that comes next has it too, where it is understood. */
  type(name: string, input: Input): void {
    this.inputs = { ...this.inputs, [name]: input };
    this.#keepInput(name);
    this.draw();
  }

  /** Saves the input if it differs from the record. */
  commit(name: string, input: Input = this.inputIn(name)): void {
    const value = fieldOf(this.record, name);
    if (!(name in this.inputs) && input === this.options.inputOf(name, value)) return;
    const read = this.options.read(name, input);
    if ("error" in read) {
      this.#drop(name);
      this.inputs = { ...this.inputs, [name]: input };
      this.errors = { ...this.errors, [name]: read.error };
      return this.draw();
    }
    // While it is being saved, the record is not what it will be.
    const isInFlight = name in this.#inFlight;
    if (!isInFlight && isSame(read.value, value)) return this.revert(name);
    this.inputs = { ...this.inputs, [name]: input };
    const isComing = isInFlight && !(name in this.#pending);
    if (!isComing || !isSame(read.value, this.#inFlight[name])) this.send({ [name]: read.value });
  }

  /** Sends values, right only together, now or after the save that is under way. */
  send(values: Values): void {
    this.#unsaved.keep({ values, base: baseOf(this.record, values) });
    for (const [name, value] of Object.entries(values)) {
      (name in this.#onHold ? this.#onHold : this.#pending)[name] = value;
    }
    this.errors = without(this.errors, Object.keys(values));
    this.run();
  }

  /** Drops an input here and for pages that come next. */
  revert(name: string): void {
    this.#drop(name);
    this.inputs = without(this.inputs, [name]);
    this.errors = without(this.errors, [name]);
    if (Object.keys(this.#pending).length === 0) this.#autosave.calm();
    if (this.#newer) this.adopt(this.#newer);
    this.draw();
  }

  /** Saves the chosen values over the other person's. */
  resolve(chosen: Record<string, "mine" | "theirs">): void {
    for (const { name } of this.clashes) if (chosen[name] !== "mine") this.revert(name);
    this.clashes = [];
    this.#pending = { ...this.#onHold, ...this.#pending };
    this.#onHold = {};
    this.draw();
    this.run();
  }

  /** Takes over what others changed. A field that is being typed in keeps what it began from. */
  adopt(fresh: T): void {
    const before = this.record;
    if (fresh.version <= before.version) return;
    this.#newer = fresh;
    if (Object.keys(this.#inFlight).length > 0) return;
    const clashing = Object.keys({ ...this.inputs, ...this.#pending, ...this.#onHold })
      .filter((name) => !isSame(fieldOf(fresh, name), fieldOf(before, name)));
    // With the old version, saving finds the conflict and asks.
    const old = clashing.flatMap((name) => [name, name.replace(/_id$/, "")])
      .filter((name) => name in before).map((name) => [name, before[name]]);
    const { version } = clashing.length > 0 ? before : fresh;
    if (clashing.length === 0) this.#newer = null;
    this.record = { ...fresh, ...Object.fromEntries(old), version };
    this.draw();
  }

  /** @returns whether all is saved */
  run(): Promise<boolean> {
    return this.#autosave.run();
  }

  stop(): void {
    this.#autosave.stop();
  }

  #attempt(): Promise<Attempt> | null {
    const values = this.#pending;
    if (Object.keys(values).length === 0) return null;
    this.#pending = {};
    this.#inFlight = values;
    return this.#save(values, this.inputs);
  }

  async #save(values: Values, inputs: Record<string, Input>): Promise<Attempt> {
    const { path, query, companyId, language } = this.options;
    this.#autosave.begin();
    const base = baseOf(this.record, values);
    const edit = { path, record: this.record, values, query: query?.() };
    const outcome = await saveFields<T>(
      edit,
      { companyId, language },
      this.#unsaved,
      this.tools.call,
    );
    this.#inFlight = {};
    const attempt = this.#settle(outcome, { values, base, inputs });
    if (this.#newer) this.adopt(this.#newer);
    return attempt;
  }

  #settle(outcome: Saved<T>, { values, base, inputs }: Sent<Input>): Attempt {
    if (outcome.kind === "failed") return this.#fail(outcome.outcome, values);
    this.record = outcome.record;
    if (outcome.kind === "clash") {
      this.#meet(outcome.clashes, values, base);
      this.#autosave.show({ kind: "idle" });
      return "again";
    }
    // Input of the meantime is newer than what was saved.
    const isNewer = (name: string) => name in this.inputs && this.inputs[name] !== inputs[name];
    const [newer, names] = [true, false].map((which) =>
      Object.keys(values).filter((name) => isNewer(name) === which)
    );
    for (const name of newer!) this.#keepInput(name);
    this.inputs = without(this.inputs, names!);
    this.errors = without(this.errors, names!);
    this.#autosave.saved();
    this.options.onSaved?.(outcome.meta);
    return "again";
  }

  /** Merges what both changed, or holds all values of the save until the person has answered. */
  #meet(clashes: Clash[], values: Values, base: Values): void {
    const { merge, inputOf } = this.options;
    const names = clashes.map(({ name }) => name);
    if (!merge) {
      this.#onHold = { ...this.#onHold, ...values };
      this.clashes = [...this.clashes.filter(({ name }) => !names.includes(name)), ...clashes];
      return;
    }
    this.#pending = { ...values, ...this.#pending };
    for (const { name, theirs } of clashes) {
      const value = merge(name, { base: base[name], mine: this.#pending[name], theirs });
      this.#pending[name] = value;
      this.inputs = { ...this.inputs, [name]: inputOf(name, value) };
    }
  }

  #fail(outcome: Extract<Saved<T>, { kind: "failed" }>["outcome"], values: Values): Attempt {
    const { language, names, hasOwnErrors } = this.options;
    const text = failureText(outcome, language, hasOwnErrors ? [] : names);
    const isRetried = this.#autosave.fail(outcome, text);
    if (isRetried) this.#pending = { ...values, ...this.#pending };
    else if (outcome.why === "refused") {
      const errors = Object.keys(values).map((name) => [name, outcome.fields[name] ?? text]);
      const own = hasOwnErrors ? Object.fromEntries(errors) : outcome.fields;
      this.errors = { ...this.errors, ...own };
    }
    this.draw();
    return isRetried ? "wait" : "again";
  }

  #drop(name: string): void {
    delete this.#pending[name];
    delete this.#onHold[name];
    this.#unsaved.forget([name]);
  }

  #keepInput(name: string): void {
    const read = this.options.read(name, this.inputs[name]!);
    const isNothing = "error" in read ||
      !(name in this.#inFlight) && isSame(read.value, fieldOf(this.record, name));
    if (isNothing) return this.#unsaved.forget([name]);
    const values = { [name]: read.value };
    this.#unsaved.keep({ values, base: baseOf(this.record, values) });
  }
}
