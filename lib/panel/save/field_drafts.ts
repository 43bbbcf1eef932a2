import type { ApiCall } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { Autosave, type SaveTools } from "@/lib/panel/save/autosave.ts";
import type { Attempt } from "@/lib/panel/save/save_queue.ts";
import {
  baseOf,
  type Call,
  type Clash,
  fieldOf,
  findClashes,
  type Saveable,
  type Saved,
  saveFields,
} from "@/lib/panel/save/save.ts";
import { isSame, unsavedAt, type UnsavedStore } from "@/lib/panel/save/unsaved.ts";
import type { Language } from "@/lib/words/language.ts";

export interface FieldOptions<T extends Saveable, Input> {
  path: string;
  record: T;
  companyId: number;
  language: Language;
  names: readonly string[];
  inputOf(name: string, value: unknown): Input;
  read(name: string, input: Input): { value: unknown } | { error: string };
  /** Makes one value of two people's; without it, the person is asked. */
  merge?(name: string, sides: { base: unknown; mine: unknown; theirs: unknown }): unknown;
  /** Each field says why it was not saved; else only those that the refusal names. */
  hasOwnErrors?: boolean;
  query?(): ApiCall["query"];
  onSaved?(meta: unknown): void;
}

type Values = Record<string, unknown>;

interface Sent<Input> {
  values: Values;
  base: Values;
  inputs: Record<string, Input>;
}

/**
 * What is typed in a record's fields until it is saved, one save at a time. What others change is
 * taken over, except in a field that is typed in: if both changed it, the person is asked.
 */
export class FieldDrafts<T extends Saveable, Input> extends Autosave {
  record: T;
  inputs: Record<string, Input> = {};
  errors: Record<string, string> = {};
  clashes: Clash[] = [];
  /** Values of the next save, of the save under way, and of one that waits for an answer. */
  #pending: Values = {};
  #inFlight: Values = {};
  #onHold: Values = {};
  #reverted = new Set<string>();
  /** The record as others left it, where it is not taken over yet. */
  #newer: T | null = null;
  #call?: Call<T>;
  #unsaved: UnsavedStore;

  constructor(
    public options: FieldOptions<T, Input>,
    draw: () => void,
    { call, storage, clock }: Partial<SaveTools<T>> = {},
  ) {
    super(draw, clock);
    this.record = options.record;
    this.#call = call;
    this.#unsaved = unsavedAt(options.companyId, options.path, storage);
  }

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
    const { values, base } = this.#unsaved.read();
    const names = this.options.names.filter((name) => name in values);
    if (names.length === 0) return;
    for (const name of names) {
      this.inputs[name] = this.options.inputOf(name, values[name]);
      this.#pending[name] = values[name];
    }
    const unsaved = { values: this.#pending, base };
    const clashes = findClashes(unsaved, (name) => fieldOf(this.record, name));
    const ours: Values = {};
    for (const { name, mine } of clashes) {
      ours[name] = mine;
      delete this.#pending[name];
    }
    this.#meet(clashes, ours, base);
    this.draw();
    this.run();
  }

  /** Takes what is being typed; the page that comes next has it too, where it is understood. */
  type(name: string, input: Input): void {
    this.inputs[name] = input;
    this.#keepInput(name);
    this.draw();
  }

  commit(name: string, input: Input = this.inputIn(name)): void {
    const value = fieldOf(this.record, name);
    if (!(name in this.inputs) && input === this.options.inputOf(name, value)) return;
    const read = this.options.read(name, input);
    if ("error" in read) {
      this.#drop(name);
      this.inputs[name] = input;
      this.errors[name] = read.error;
      return this.draw();
    }
    // While it is being saved, the record is not what it will be.
    const isInFlight = name in this.#inFlight;
    if (!isInFlight && isSame(read.value, value)) return this.revert(name);
    this.inputs[name] = input;
    const isComing = isInFlight && !(name in this.#pending);
    if (!isComing || !isSame(read.value, this.#inFlight[name])) this.send({ [name]: read.value });
    // While a save is under way, sending only queues, and draws nothing.
    this.draw();
  }

  /** Sends values, right only together, now or after the save that is under way. */
  send(values: Values): void {
    this.#keep(values);
    for (const name in values) {
      (name in this.#onHold ? this.#onHold : this.#pending)[name] = values[name];
      delete this.errors[name];
      this.#reverted.delete(name);
    }
    this.run();
  }

  revert(name: string): void {
    this.#drop(name);
    this.#reverted.add(name);
    delete this.inputs[name];
    delete this.errors[name];
    if (Object.keys(this.#pending).length === 0) this.calm();
    if (this.#newer) this.adopt(this.#newer);
    this.draw();
  }

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

  protected override attempt(): Promise<Attempt> | null {
    const values = this.#pending;
    if (Object.keys(values).length === 0) return null;
    this.#pending = {};
    this.#inFlight = values;
    this.#reverted.clear();
    return this.#save(values, { ...this.inputs });
  }

  async #save(values: Values, inputs: Record<string, Input>): Promise<Attempt> {
    const { path, query, companyId, language } = this.options;
    this.begin();
    const base = baseOf(this.record, values);
    const edit = { path, record: this.record, values, query: query?.() };
    const outcome = await saveFields<T>(
      edit,
      { companyId, language },
      this.#unsaved,
      this.#call,
    );
    this.#inFlight = {};
    const attempt = this.#settle(outcome, { values, base, inputs });
    if (this.#newer) this.adopt(this.#newer);
    return attempt;
  }

  #settle(outcome: Saved<T>, { values, base, inputs }: Sent<Input>): Attempt {
    for (const name of this.#reverted) delete values[name];
    if (outcome.kind === "failed") return this.#refuse(outcome.outcome, values);
    this.record = outcome.record;
    if (outcome.kind === "clash") {
      this.#meet(outcome.clashes.filter(({ name }) => name in values), values, base);
      this.show({ kind: "idle" });
      return "again";
    }
    for (const name in values) {
      // Input of the meantime is newer than what was saved.
      if (name in this.inputs && this.inputs[name] !== inputs[name]) this.#keepInput(name);
      else {
        delete this.inputs[name];
        delete this.errors[name];
      }
    }
    this.saved();
    this.options.onSaved?.(outcome.meta);
    return "again";
  }

  /** Merges what both changed, or holds all values of the save until the person has answered. */
  #meet(clashes: Clash[], values: Values, base: Values): void {
    const { merge, inputOf } = this.options;
    const names = clashes.map(({ name }) => name);
    if (!merge && names.length > 0) {
      this.#onHold = { ...this.#onHold, ...values };
      this.clashes = [...this.clashes.filter(({ name }) => !names.includes(name)), ...clashes];
      return;
    }
    this.#pending = { ...values, ...this.#pending };
    for (const { name, theirs } of clashes) {
      const value = merge?.(name, { base: base[name], mine: this.#pending[name], theirs });
      this.#pending[name] = value;
      this.inputs[name] = inputOf(name, value);
    }
  }

  #refuse(outcome: Extract<Saved<T>, { kind: "failed" }>["outcome"], values: Values): Attempt {
    const { language, names, hasOwnErrors } = this.options;
    const text = failureText(outcome, language, hasOwnErrors ? [] : names);
    const isRetried = this.fail(outcome, text);
    if (isRetried) this.#pending = { ...values, ...this.#pending };
    else if (outcome.why === "refused") {
      if (hasOwnErrors) { for (const name in values) this.errors[name] = text; }
      Object.assign(this.errors, outcome.fields);
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
    this.#keep({ [name]: read.value });
  }

  #keep(values: Values): void {
    this.#unsaved.keep({ values, base: baseOf(this.record, values) });
  }
}
