import { LineFault } from './line-fault.ts';
import { parseJson } from './json.ts';

/** How the text of a cell becomes the value of a field; what does not fit stays text, for the schema to refuse. */
const NEEDED = {
  sn: asText,
  familyId: asNumber,
  modelId: asNumber,
  hardwareVersion: asText,
  firmwareVersion: asText,
} as const;

const OPTIONAL = { online: asFlag, streamServers: asJson } as const;

const FIELDS = { ...NEEDED, ...OPTIONAL };

/** Name of a field that a column may hold. */
export type FieldName = keyof typeof FIELDS;

/** What a header must name, and what it may, in words. */
export const HEADER_RULE = `each of ${Object.keys(NEEDED).join(', ')} once, and ${Object.keys(OPTIONAL).join(', ')} if they are there`;

/** Whether the names are those of a header. */
export function isHeader(names: readonly string[]): names is readonly FieldName[] {
  const isComplete = Object.keys(NEEDED).every((name) => names.includes(name));
  return isComplete && new Set(names).size === names.length && names.every((name) => Object.hasOwn(FIELDS, name));
}

/** The value of a field; undefined for an empty cell. */
export function valueOf(name: FieldName, cell: string): unknown {
  return cell === '' ? undefined : FIELDS[name](cell);
}

function asText(cell: string): unknown {
  return cell;
}

function asNumber(cell: string): unknown {
  return /^-?\d{1,16}$/.test(cell) ? Number(cell) : cell;
}

function asFlag(cell: string): unknown {
  return cell === 'true' || cell === 'false' ? cell === 'true' : cell;
}

function asJson(cell: string): unknown {
  try {
    return parseJson(cell);
  } catch (error) {
    if (error instanceof LineFault) return cell;
    throw error;
  }
}
