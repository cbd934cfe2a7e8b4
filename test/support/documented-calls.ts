import { blocksOf } from './docs/documents.ts';

/** An UpdateItem as it goes over the wire. */
export interface WireCall {
  readonly Key: Record<string, unknown>;
  readonly UpdateExpression: string;
  readonly ConditionExpression: string;
  readonly ExpressionAttributeNames: Record<string, string>;
  readonly ReturnValues: string;
}

/** The calls of the device gateway, by the headings under which docs/data-contract.md shows them. */
export function documentedCalls(): Record<string, WireCall> {
  const blocks = blocksOf('docs/data-contract.md').filter(({ name }) => /^(Progress|Success|Failure): json/.test(name));
  return Object.fromEntries(blocks.map(({ name, text }) => [name.split(':', 1).join(), JSON.parse(text) as WireCall]));
}
