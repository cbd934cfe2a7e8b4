/* global getSelection, navigator, setTimeout */
import { html } from './lit/lit-html.js';

const TOLD_MS = 2_000;

/** A shell command, and a button that copies it. */
export function command(text) {
  return html`
    <div class="command">
      <pre tabindex="0">${text}</pre>
      <button type="button" @click=${copy}>Copy</button>
    </div>
  `;
}

/** Where the browser forbids it, the command is selected instead. */
async function copy({ currentTarget: button }) {
  const pre = button.previousElementSibling;
  try {
    await navigator.clipboard.writeText(pre.textContent);
    button.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(pre);
    button.textContent = 'Selected';
  }
  setTimeout(() => (button.textContent = 'Copy'), TOLD_MS);
}
