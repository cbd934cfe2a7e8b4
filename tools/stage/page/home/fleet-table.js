/* global document */
import { actions, button, filters } from './controls.js';
import { live } from './directives/live.js';
import { repeat } from './directives/repeat.js';
import { html, nothing } from './lit-html.js';
import { rollouts } from './rollouts.js';
import { counted, labelOf } from './words.js';

const snOf = ({ sn }) => sn;

/**
 * The fleet: totals that filter, the possible actions, and one page of devices. Text from others is inserted as text,
 * not HTML.
 */
export function fleetTable(model, on) {
  const { view, reading, connected } = model;
  if (!view)
    return html`<p role="status">${connected ? `Reading the fleet … ${reading}` : 'The stage does not answer.'}</p>`;
  return html`
    ${document.cookie.includes('cloud-sid=') ? nothing : notLoggedIn()}
    ${connected ? nothing : html`<p class="notice" role="alert">The stage does not answer. This is what was known.</p>`}
    ${rollouts(model, on)} ${filters(model, on)} ${actions(model, on)}
    <div class="table" role="region" aria-label="Devices" tabindex="0">${table(model, on)}</div>
    ${paging(view, on)}
  `;
}

function notLoggedIn() {
  return html`<p class="notice" role="alert">
    A page of another origin has led here, so you are not logged in. <a href="/">Log in as the demo administrator</a>
  </p>`;
}

function table({ view: { rows }, selected, past }, on) {
  const all = rows.length > 0 && rows.every(({ sn }) => selected.has(sn));
  return html`
    <table>
      <thead>
        <tr>
          <th scope="col">
            <input
              type="checkbox"
              aria-label="All devices of this page"
              .checked=${live(all)}
              @change=${({ target }) => on.select(rows, target.checked)}
            />
          </th>
          <th scope="col">Device</th>
          <th scope="col">State</th>
          <th scope="col">Upgrade</th>
        </tr>
      </thead>
      <tbody>
        ${repeat(rows, snOf, (row) => tableRow(row, selected, past, on))}
      </tbody>
    </table>
    ${rows.length === 0 ? 'No device matches.' : nothing}
  `;
}

function tableRow(row, selected, past, on) {
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
        ${sn}
        <small
          >${device ? `${device.online ? '' : 'offline · '}${device.product} · ${device.firmwareVersion}` : 'not registered'}</small
        >
      </th>
      <td>
        <span class="state ${state}">${labelOf(state)}</span>
        ${state === 'running' ? html`<progress max="100" value=${progress ?? 0} aria-label="Progress of ${sn}"></progress> ${progress ?? 0} %` : nothing}
      </td>
      <td>${upgrade(row)} ${row['firmware-id'] === undefined ? nothing : pastUpgrades(sn, past, on)}</td>
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
      · ${[row['requested-by'], row.key, row['rollout-id']].filter(Boolean).join(' · ')}</small
    >
  `;
}

function pastUpgrades(sn, past, on) {
  const isShown = past.sn === sn;
  const { details = [], lines, next } = isShown ? past : {};
  const upgrades = details.filter(({ result }) => result === 0);
  return html`
    <button type="button" aria-expanded=${isShown} @click=${() => on.past(isShown ? undefined : sn)}>
      Past upgrades
    </button>
    <ol ?hidden=${!isShown} aria-label="Past upgrades of ${sn}">
      ${upgrades.map(pastUpgrade)}
    </ol>
    ${upgrades.length > 0 ? next && 'There are older ones.' : lines?.join(' ')}
  `;
}

function pastUpgrade(told) {
  const { state = 'unknown', 'cancelled-by': by } = told;
  return html`<li><span class=${state}>${labelOf(state)} ${by && `by ${by}`}</span> ${upgrade(told)}</li>`;
}

function paging({ matching, page, pages, offline }, on) {
  return html`
    <nav class="paging" aria-label="Pages">
      ${button('Previous', page <= 1, () => on.ask({ page: page - 1 }))}
      <span
        >Page ${page} of ${pages}: ${counted(matching)}${offline > 0 ? ` (${offline} of the fleet offline)` : ''}</span
      >
      ${button('Next', page >= pages, () => on.ask({ page: page + 1 }))}
      ${button('Sort again', false, () => on.ask({ page }))}
    </nav>
  `;
}
