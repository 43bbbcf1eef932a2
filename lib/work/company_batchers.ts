import { Batcher, type BatcherOptions } from "@/lib/work/batcher.ts";

/** A batcher for each company, made at its first item. */
export class CompanyBatchers<In, Out> {
  #companies = new Map<number, Batcher<In, Out>>();

  constructor(
    private readonly run: (companyId: number, items: In[]) => Promise<Out[]>,
    private readonly options: BatcherOptions<In>,
  ) {}

  add(companyId: number, item: In): Promise<Out> {
    let batcher = this.#companies.get(companyId);
    if (!batcher) {
      batcher = new Batcher((items) => this.run(companyId, items), this.options);
      this.#companies.set(companyId, batcher);
    }
    return batcher.add(item);
  }

  /** Age of the oldest batch that runs. */
  get runningMs(): number {
    return Math.max(0, ...this.#companies.values().map(({ runningMs }) => runningMs));
  }

  async idle(): Promise<void> {
    await Promise.all(this.#companies.values().map((batcher) => batcher.idle()));
  }
}
