/* global navigator */
import { html } from './lit-html.js';

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
