import { command } from './controls.js';
import { html, nothing } from './lit-html.js';
import { COMMANDS } from './stage.js';

/** The feed of the event bus, newest first, and commands to paste. */
export function side({ view }) {
  return html`
    <section aria-labelledby="events">
      <h2 id="events">Events</h2>
      ${view?.feed.length === 0 ? html`<p>None yet. ${view.simulated ? nothing : advice()}</p>` : nothing}
      <ol reversed class="feed" tabindex="0" aria-labelledby="events">
        ${view?.feed.map(event)}
      </ol>
    </section>
    <section aria-labelledby="commands">
      <h2 id="commands">By curl</h2>
      ${COMMANDS.map(
        ({ what, command: text }) =>
          html`<p>${what}</p>
            ${command(text)}`,
      )}
    </section>
  `;
}

function advice() {
  return html`Upgrades go on by themselves with <code>npm start -- --simulate</code>.`;
}

function event({ at, detailType, detail: { sn, rolloutId, state, firmwareId } }) {
  return html`<li>
    <time datetime=${at}>${new Date(at).toLocaleTimeString()}</time> <b>${detailType}</b> ${sn ?? rolloutId}
    ${detailType === 'UpgradeRequested' ? `firmware ${firmwareId}` : state}
  </li>`;
}
