/** The grid of a quotation's lines, as its page and the API show it. */
import type { Page } from "playwright-core";
import { type Api, expectData } from "../../crm/scene.ts";
import { until } from "../../support/wait.ts";
import type { World } from "../../support/world.ts";

interface Line {
  id: number;
  name: string;
  quantity: number;
  unit_price: number;
  product_id: number | null;
}

export interface GridScene {
  world: World;
  page: Page;
  ana: Api;
  /** The quotation's path in the API. */
  path: string;
}

export const cell = (page: Page, name: string, line: number) =>
  page.getByLabel(`${name}, línea ${line}`, { exact: true });
export const product = (page: Page, line: number) => cell(page, "Producto o descripción", line);

/** Waits until the grid and the API both say the same: names, quantities and prices. */
export async function holds({ page, ana, path }: GridScene, wanted: string): Promise<Line[]> {
  const decimal = (text: string) => Number(text.replace(/\./g, "").replace(",", "."));
  const onPage = async () => {
    const rows = await page.locator("[data-key]").evaluateAll((rows) =>
      rows.map((row) =>
        ["name", "quantity", "unit_price"].map((cell) =>
          row.querySelector<HTMLInputElement>(`[data-cell=${cell}]`)!.value
        )
      )
    );
    return rows.filter(([name]) => name).map(([name, quantity, price]) =>
      `${name} ${decimal(quantity!)}×${decimal(price!)}`
    ).join(", ");
  };
  let cells = "";
  let saved: Line[] = [];
  await until(async () => {
    ({ lines: saved } = await expectData(ana("GET", path)));
    const stored = saved.map(({ name, quantity, unit_price }) =>
      `${name} ${quantity}×${unit_price}`
    ).join(", ");
    cells = `${await onPage()} | ${stored}`;
    return cells === `${wanted} | ${wanted}`;
  }, { what: `${wanted}` }).catch((cause) => {
    throw new Error(`not ${wanted}: ${cells}`, { cause });
  });
  return saved;
}
