/* global AbortSignal, clearTimeout, document, fetch, setTimeout, URLSearchParams */
import { cancelSelected, changeRollout, pastOf, startSelected } from './actions.js';
import { fleetTable } from './fleet-table.js';
import { render } from './lit-html.js';
import { side } from './side.js';
import { counted } from './words.js';

/** Milliseconds without a keystroke before a search begins. */
const TYPING_MS = 200;

/** Milliseconds between two questions, also if one of them was not answered; fewer until there is anything to show. */
const EVERY_MS = 1_000;
const READING_MS = 200;

/** Milliseconds until a question counts as not answered. */
const PATIENCE_MS = 10_000;

const ask = { state: '', search: '', page: 1 };

/** `selected`: firmware and id of the selected devices' upgrades by serial number, undefined where there is none. */
const model = {
  ask,
  view: undefined,
  reading: '',
  connected: true,
  firmwareId: 0,
  selected: new Map(),
  busy: false,
  outcome: [],
  past: {},
};

let following;
let url;
let typing;

/** The stage keeps devices in their places as long as it is asked with the same URL. */
function askAnew() {
  url = `/home/fleet?${new URLSearchParams({ ...ask, view: Math.random() })}`;
  void follow();
}

/**
 * Asks for the view now, and again and again until it is called anew, or the tab is hidden. No connection is held between:
 * a browser has six to a host for all its windows together.
 */
async function follow() {
  const own = Symbol();
  following = own;
  while (following === own && !document.hidden) {
    const change = await answerTo(url);
    if (following === own) Object.assign(model, change);
    for (const row of model.view?.rows ?? []) if (model.selected.has(row.sn)) select(row, true);
    show();
    await new Promise((resolve) => setTimeout(resolve, model.view ? EVERY_MS : READING_MS));
  }
}

/** What the model learns from an answer, or from its lack. */
async function answerTo(question) {
  try {
    const response = await fetch(question, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!response.ok) return { connected: false };
    const { reading, ...view } = await response.json();
    return { connected: true, ...(reading === undefined ? { view } : { reading: counted(reading) }) };
  } catch {
    return { connected: false };
  }
}

function select(row, chosen) {
  if (chosen) model.selected.set(row.sn, { firmwareId: row['firmware-id'], upgradeId: row['upgrade-id'] });
  else model.selected.delete(row.sn);
}

async function act(action) {
  model.busy = true;
  show();
  model.outcome = await action(model);
  model.busy = false;
  show();
}

const on = {
  ask(change) {
    Object.assign(ask, { page: 1 }, change);
    clearTimeout(typing);
    typing = setTimeout(askAnew, 'search' in change ? TYPING_MS : 0);
    show();
  },
  select(rows, chosen) {
    for (const row of rows) select(row, chosen);
    show();
  },
  clear() {
    model.selected.clear();
    show();
  },
  firmware(id) {
    model.firmwareId = id;
    show();
  },
  async past(sn) {
    // An answer that comes when another is shown goes nowhere.
    const past = (model.past = { sn, lines: ['Reading …'] });
    show();
    if (sn !== undefined) Object.assign(past, await pastOf(sn));
    show();
  },
  start: (firmwareId) => act(({ selected }) => startSelected(selected, firmwareId)),
  cancel: () => act(({ selected }) => cancelSelected(selected)),
  pause: (id) => act(() => changeRollout('pause', { 'rollout-id': id })),
  // As it is shown, so that nobody accepts what nobody has seen.
  resume: (id, version) => act(() => changeRollout('resume', { 'rollout-id': id, version })),
};

function show() {
  render(fleetTable(model, on), document.getElementById('fleet'));
  render(side(model), document.getElementById('side'));
}

show();
askAnew();
document.addEventListener('visibilitychange', () => void follow());
