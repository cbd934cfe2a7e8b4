import { command } from './command.js';
import { repeat } from './lit/directives/repeat.js';
import { html, nothing } from './lit/lit-html.js';
import { COMMANDS, SIMULATED } from './stage.js';

/** The feed of the event bus, newest first, and commands to paste. */
export function side({ view }) {
  return html`
    <section aria-labelledby="events">
      <h2 id="events">Events</h2>
      ${view?.feed.length === 0 ? html`<p>None yet. ${SIMULATED ? nothing : advice()}</p>` : nothing}
      <ol reversed class="feed" tabindex="0" aria-labelledby="events">
        ${repeat(view?.feed ?? [], keyOf, event)}
      </ol>
    </section>
    <section aria-labelledby="commands">
      <h2 id="commands">By curl</h2>
      ${COMMANDS.map(
        ({ what, command: text }) =>
          html`<h3>${what}</h3>
            ${command(text)}`,
      )}
    </section>
  `;
}

function advice() {
  return html`Upgrades go on by themselves with <code>npm start -- --simulate</code>.`;
}

function keyOf({ at, detailType, detail }) {
  return `${at} ${detailType} ${detail.upgradeId}`;
}

function event({ at, detailType, detail: { sn, state, firmwareId } }) {
  return html`<li>
    <time datetime=${at}>${new Date(at).toLocaleTimeString()}</time> <b>${detailType}</b> ${sn}
    ${detailType === 'UpgradeFinished' ? state : `firmware ${firmwareId}`}
  </li>`;
}
