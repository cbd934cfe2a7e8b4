import { button } from './controls.js';
import { repeat } from './directives/repeat.js';
import { html, nothing } from './lit-html.js';
import { labelOf } from './words.js';

const idOf = (each) => each['rollout-id'];

/** The roll-outs, newest first: their waves as a bar, and buttons that pause and resume them. */
export function rollouts({ view, busy }, on) {
  if (view.rollouts.length === 0) return nothing;
  return html`
    <section aria-labelledby="rollouts">
      <h2 id="rollouts">Roll-outs</h2>
      <ul class="feed" tabindex="0" aria-labelledby="rollouts">
        ${repeat(view.rollouts, idOf, (each) => rollout(each, busy, on))}
      </ul>
    </section>
  `;
}

/** Of one that cannot be read nothing else is known than its state. */
function rollout(each, busy, on) {
  const { 'rollout-id': id, 'firmware-id': firmwareId, state, reason, version, wave, waves = [], counts = {} } = each;
  const told = Object.entries(counts).filter(([, count]) => count > 0);
  // Two buttons: if one became the other, Enter would resume what has been paused, or has paused itself, a moment before.
  return html`<li aria-label=${id}>
    <b>${id}</b> firmware ${firmwareId}: ${state}${reason ? html` <em>${labelOf(reason)}</em>` : nothing}
    ${button('Pause', busy || state !== 'running', () => on.pause(id))}
    ${button('Resume', busy || state !== 'paused' || !version, () => on.resume(id, version))}
    <div class="waves">${waves.map((_, index) => waveBar(each, index))}</div>
    <small
      >wave ${wave} of ${waves.length}: ${told.map(([name, count]) => `${count} ${labelOf(name)}`).join(', ')}</small
    >
  </li>`;
}

/** How many of a wave's own members are no longer queued. Members are taken in their order. */
function waveBar({ 'rollout-id': id, waves, total, counts }, index) {
  const from = waves[index - 1]?.devices ?? 0;
  const own = waves[index].devices - from;
  const begun = Math.min(Math.max(total - counts.queued - from, 0), own);
  return html`<progress max=${own} value=${begun} aria-label="Wave ${index + 1} of ${id}"></progress>`;
}
