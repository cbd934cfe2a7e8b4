/* global navigator */
import { html, nothing } from './lit-html.js';
import { labelOf } from './words.js';

/** Totals that filter, and the search. */
export function filters({ ask, view }, on) {
  const all = Object.values(view.totals).reduce((sum, count) => sum + count, 0);
  const choice = (state, label, count) => html`
    <label>
      <input type="radio" name="state" .checked=${ask.state === state} @change=${() => on.ask({ state })} />
      ${label} <b>${count}</b>
    </label>
  `;
  return html`
    <form class="filters" role="search" @submit=${(event) => event.preventDefault()}>
      <fieldset class="choices" aria-label="Devices by the state of their upgrade">
        ${choice('', 'all', all)}
        ${Object.entries(view.totals).map(([state, count]) => choice(state, labelOf(state), count))}
      </fieldset>
      <label>
        Serial number, product or version
        <input type="search" .value=${ask.search} @input=${({ target }) => on.ask({ search: target.value })} />
      </label>
    </form>
  `;
}

/** What can be done with the devices that are selected, and what came of it. */
export function actions({ view, selected, firmwareId, busy, outcome }, on) {
  const chosen = (view.firmwares.find((each) => each.firmwareId === firmwareId) ?? view.firmwares[0])?.firmwareId;
  const idle = busy || selected.size === 0;
  const lines = outcome.flatMap((each) => each.lines);
  const commands = outcome.flatMap((each) => each.command ?? []);
  const shown = view.rows.filter(({ sn }) => selected.has(sn)).length;
  return html`
    <div class="actions" role="group" aria-label="Upgrades">
      <label>
        Firmware
        <select @change=${({ target }) => on.firmware(Number(target.value))}>
          ${view.firmwares.map(
            ({ firmwareId: id, version, product }) =>
              html`<option value=${id} .selected=${id === chosen}>${id}: ${version} for ${product}</option>`,
          )}
        </select>
      </label>
      ${button('Start', idle || chosen === undefined, () => on.start(chosen))} ${button('Cancel', idle, on.cancel)}
      <span>${selected.size} selected, ${shown} shown</span>
      ${button('Select none', selected.size === 0, on.clear)}
      <div class="outcome" role="status">${lines.map((line) => html`<div>${line}</div>`)}</div>
      ${
        commands.length > 0
          ? html`<details>
              <summary>The same with curl</summary>
              ${commands.map(command)}
            </details>`
          : nothing
      }
    </div>
  `;
}

/** A button that keeps the focus when there is nothing for it to do. */
export function button(label, idle, act) {
  return html`<button type="button" aria-disabled=${idle} @click=${() => !idle && act()}>${label}</button>`;
}

/** A shell command, and a button that copies it. */
export function command(text) {
  return html`
    <div class="command">
      <pre tabindex="0">${text}</pre>
      <button type="button" @click=${copy} @blur=${({ target }) => (target.textContent = 'Copy')}>Copy</button>
    </div>
  `;
}

async function copy({ target }) {
  await navigator.clipboard.writeText(target.previousElementSibling.textContent);
  target.textContent = 'Copied';
}
