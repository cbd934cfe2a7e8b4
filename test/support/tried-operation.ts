import type { Locator, Page } from 'playwright-core';

/** What the reference page shows after a call. */
export interface ShownAnswer {
  /** HTTP status. */
  readonly status: number;
  /** The body, parsed. */
  readonly body: unknown;
  /** The command that makes the same call from a shell. */
  readonly curl: string;
}

/** An operation on the reference page, opened to be tried out. */
export class TriedOperation {
  readonly #block: Locator;

  private constructor(block: Locator) {
    this.#block = block;
  }

  /** Opens the operation of this `operationId` and presses “Try it out”. */
  static async open(page: Page, operationId: string): Promise<TriedOperation> {
    const block = page.locator(`.opblock[id$="-${operationId}"]`);
    await block.locator('.opblock-summary-control').click();
    await block.getByRole('button', { name: 'Try it out' }).click();
    return new TriedOperation(block);
  }

  async fillParameter(name: string, value: string): Promise<void> {
    await this.#block.locator(`[data-param-name="${name}"]`).getByRole('textbox').fill(value);
  }

  async fillBody(body: object): Promise<void> {
    await this.#block.locator('.body-param').getByRole('textbox').fill(JSON.stringify(body));
  }

  /** Presses “Execute” and waits for the answer. */
  async execute(): Promise<ShownAnswer> {
    const clear = this.#block.getByRole('button', { name: 'Clear' });
    // Otherwise the answer to an earlier call would be taken for this one's.
    if (await clear.isVisible()) await clear.click();
    await this.#block.getByRole('button', { name: 'Execute' }).click();
    const answer = this.#block.locator('.live-responses-table .response');
    return {
      status: Number(await answer.locator('.response-col_status').innerText()),
      body: JSON.parse(await answer.locator('.highlight-code code').innerText()),
      curl: await this.#block.locator('.curl code').innerText(),
    };
  }
}
