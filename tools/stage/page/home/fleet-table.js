/* global document */
import { repeat } from './lit/directives/repeat.js';
import { html, nothing } from './lit/lit-html.js';

const LABELS = {
  'timed-out': 'timed out',
  failed: 'failed',
  running: 'running',
  requested: 'requested',
  none: 'no upgrade',
  cancelled: 'cancelled',
  succeeded: 'succeeded',
};

/**
 * The fleet: totals that filter, the possible actions, and one page of devices. Text from others is inserted as text,
 * not HTML.
 */
export function fleetTable(model, on) {
  const { view, connected } = model;
  if (!view) return html`<p role="status">${connected ? nothing : 'Reading the fleet …'}</p>`;
  return html`
    ${document.cookie.includes('cloud-sid=') ? nothing : notLoggedIn()}
    ${connected ? nothing : html`<p class="notice" role="alert">The stage does not answer. This is what was known.</p>`}
    ${filters(model, on)} ${actions(model, on)}
    <div class="table" role="region" aria-label="Devices" tabindex="0">${table(model, on)}</div>
    ${paging(view, on)}
  `;
}

function notLoggedIn() {
  return html`<p class="notice" role="alert">
    A page of another origin has led here, so you are not logged in. <a href="/">Log in as the demo administrator</a>
  </p>`;
}

function filters({ ask, view }, on) {
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
        ${Object.entries(view.totals).map(([state, count]) => choice(state, LABELS[state], count))}
      </fieldset>
      <label>
        Serial number
        <input type="search" .value=${ask.search} @input=${({ target }) => on.ask({ search: target.value })} />
      </label>
    </form>
  `;
}

function actions({ view, selected, firmwareId, busy, outcome }, on) {
  const chosen = firmwareId || (view.firmwares[0]?.firmwareId ?? 0);
  const idle = busy || selected.size === 0;
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
      <button type="button" ?disabled=${idle} @click=${() => on.start(chosen)}>Start on ${selected.size}</button>
      <button type="button" ?disabled=${idle} @click=${on.cancel}>Cancel on ${selected.size}</button>
      <button type="button" ?disabled=${selected.size === 0} @click=${on.clear}>Select none</button>
      <div class="outcome" role="status">${outcome?.lines.map((line) => html`<p>${line}</p>`)}</div>
      ${
        outcome?.commands.length > 0
          ? html`<details>
              <summary>The same with curl</summary>
              ${outcome.commands.map((command) => html`<pre tabindex="0">${command}</pre>`)}
            </details>`
          : nothing
      }
    </div>
  `;
}

function table({ view: { rows }, selected }, on) {
  const all = rows.length > 0 && rows.every(({ sn }) => selected.has(sn));
  return html`
    <table>
      <thead>
        <tr>
          <th scope="col">
            <input
              type="checkbox"
              aria-label="All devices of this page"
              .checked=${all}
              @change=${({ target }) => on.select(rows, target.checked)}
            />
          </th>
          <th scope="col">Device</th>
          <th scope="col">State</th>
          <th scope="col">Upgrade</th>
        </tr>
      </thead>
      <tbody>
        ${repeat(
          rows,
          ({ sn }) => sn,
          (row) => tableRow(row, selected, on),
        )}
      </tbody>
    </table>
  `;
}

function tableRow(row, selected, on) {
  const { sn, state, device, progress } = row;
  return html`
    <tr>
      <td>
        <input
          type="checkbox"
          aria-label=${sn}
          .checked=${selected.has(sn)}
          @change=${({ target }) => on.select([row], target.checked)}
        />
      </td>
      <th scope="row">
        ${sn} ${device?.online === false ? html`<span class="offline">offline</span>` : nothing}
        <small>${device ? `${device.product} · ${device.firmwareVersion}` : 'not registered'}</small>
      </th>
      <td>
        <span class="state ${state}">${LABELS[state]}</span>
        ${state === 'running' ? html`<progress max="100" value=${progress ?? 0} aria-label="Progress of ${sn}"></progress> ${progress ?? 0} %` : nothing}
      </td>
      <td>${upgrade(row)}</td>
    </tr>
  `;
}

function upgrade(row) {
  if (row['firmware-id'] === undefined) return nothing;
  const at = row['requested-at'] ?? '';
  return html`
    ${row['firmware-id']}: ${row.version} ${row.reason ? html`<em>${row.reason}</em>` : nothing}
    <small
      ><time datetime=${at}>${new Date(at).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' })}</time>
      · ${row['requested-by']}</small
    >
  `;
}

function paging({ matching, page, pages, offline }, on) {
  return html`
    <nav class="paging" aria-label="Pages">
      <button type="button" ?disabled=${page <= 1} @click=${() => on.ask({ page: page - 1 })}>Previous</button>
      <span
        >Page ${page} of ${pages}: ${matching} devices${offline > 0 ? ` (${offline} of the fleet offline)` : ''}</span
      >
      <button type="button" ?disabled=${page >= pages} @click=${() => on.ask({ page: page + 1 })}>Next</button>
    </nav>
  `;
}
