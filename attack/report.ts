/** The report as plain text, for a reader who knows neither the code nor the API. */

interface Check {
  what: string;
  /** The number of calls. */
  tried: number;
  wrong: string[];
  figures: string;
  /** The reason for skipping it. */
  skipped?: string;
}

/** One check while it runs. */
export interface Trial {
  /** Notes an attempt, and what is wrong where it did not go as it must. */
  expect(isRight: boolean, otherwise: string): void;
  figures: string;
}

const maxExamples = 5;

export class Report {
  #areas = new Map<string, Check[]>();
  #notes: string[] = [];

  /** Runs a check and keeps how it went; one that throws has failed. */
  async check(area: string, what: string, run: (trial: Trial) => Promise<void>): Promise<void> {
    const check: Check = { what, tried: 0, wrong: [], figures: "" };
    const trial: Trial = {
      figures: "",
      expect: (isRight, otherwise) => {
        check.tried++;
        if (!isRight) check.wrong.push(otherwise);
      },
    };
    try {
      await run(trial);
    } catch (error) {
      check.wrong.push(error instanceof Error ? error.message : String(error));
    }
    if (check.tried === 0 && check.wrong.length === 0) check.wrong.push("nothing could be tried");
    check.figures = trial.figures;
    this.#add(area, check);
  }

  /** Says of a check that it was left out, and why. */
  skip(area: string, what: string, why: string): void {
    this.#add(area, { what, tried: 0, wrong: [], figures: "", skipped: why });
  }

  note(text: string): void {
    this.#notes.push(text);
  }

  get failed(): number {
    return this.#all().filter(({ wrong }) => wrong.length > 0).length;
  }

  /** The checks by area, then the notes, then the sum. */
  toString(): string {
    const areas = [...this.#areas].map(([area, checks]) =>
      `${area}\n${checks.map((check) => this.#lines(check)).join("\n")}`
    );
    const skippedCount = this.#all().filter(({ skipped }) => skipped !== undefined).length;
    const count = this.#all().length - skippedCount;
    const sum = `${count - this.failed} of ${count} checks passed` +
      (skippedCount > 0 ? `, ${skippedCount} skipped` : "") +
      (this.failed > 0 ? `, ${this.failed} FAILED` : "");
    return [...areas, this.#notes.join("\n"), sum].filter(Boolean).join("\n\n");
  }

  #add(area: string, check: Check): void {
    this.#areas.set(area, [...this.#areas.get(area) ?? [], check]);
  }

  #lines({ what, tried, wrong, figures, skipped }: Check): string {
    if (skipped !== undefined) return `  skip  ${what}: ${skipped}`;
    const verdict = wrong.length > 0 ? "FAIL" : "pass";
    const more = wrong.length > maxExamples ? [`and ${wrong.length - maxExamples} more`] : [];
    return [
      `  ${verdict}  ${what} (${tried} tried)`,
      ...(figures ? [figures] : []),
      ...wrong.slice(0, maxExamples),
      ...more,
    ].join("\n        ");
  }

  #all(): Check[] {
    return [...this.#areas.values()].flat();
  }
}
