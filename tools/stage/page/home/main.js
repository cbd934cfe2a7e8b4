/* global clearTimeout, document, EventSource, setTimeout, URLSearchParams */
import { cancelSelected, startSelected } from './actions.js';
import { fleetTable } from './fleet-table.js';
import { render } from './lit/lit-html.js';
import { side } from './side.js';

/** Milliseconds without a keystroke before a search begins. */
const TYPING_MS = 200;

/** Milliseconds until the page asks anew when the stage, or what stands before it, has refused its stream for good. */
const RETRY_MS = 2_000;

const ask = { state: '', search: '', page: 1 };

/** `selected`: firmware ids of the selected devices' upgrades by serial number, 0 where there is none. */
const model = {
  ask,
  view: undefined,
  connected: false,
  firmwareId: 0,
  selected: new Map(),
  busy: false,
  outcome: undefined,
};

let events;
let typing;

/**
 * Subscribes to the current query; the stage sends the view now, and whenever it changes. A hidden tab gives its stream up: a
 * browser has six connections to a host for all tabs together, and the seventh could not even send a request.
 */
function follow() {
  events?.close();
  if (document.hidden) return;
  events = new EventSource(`/home/events?${new URLSearchParams(ask)}`);
  events.onmessage = ({ data }) => {
    model.view = JSON.parse(data);
    model.connected = true;
    for (const row of model.view.rows) if (model.selected.has(row.sn)) select(row, true);
    show();
  };
  events.onerror = () => {
    model.connected = false;
    show();
    if (events.readyState === EventSource.CLOSED) setTimeout(follow, RETRY_MS);
  };
}

function select(row, chosen) {
  if (chosen) model.selected.set(row.sn, row['firmware-id'] ?? 0);
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
    typing = setTimeout(follow, 'search' in change ? TYPING_MS : 0);
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
  start: (firmwareId) => act(({ selected }) => startSelected(selected, firmwareId)),
  cancel: () => act(({ selected }) => cancelSelected(selected)),
};

function show() {
  render(fleetTable(model, on), document.getElementById('fleet'));
  render(side(model), document.getElementById('side'));
}

show();
follow();
document.addEventListener('visibilitychange', follow);
