import { readFileSync } from 'node:fs';

/** An UpdateItem as it goes over the wire. */
export interface WireCall {
  readonly Key: Record<string, unknown>;
  readonly UpdateExpression: string;
  readonly ConditionExpression: string;
  readonly ExpressionAttributeNames: Record<string, string>;
  readonly ReturnValues: string;
}

const contract = readFileSync(new URL('../../docs/data-contract.md', import.meta.url), 'utf8');

/** The calls of the device gateway, by the headings under which the data contract shows them. */
export function documentedCalls(): Record<string, WireCall> {
  const [, section = ''] = contract.split('\n## The device gateway\n');
  const [own = ''] = section.split('\n## ');
  const calls = own.matchAll(/^### (?<heading>.+)$(?:(?!^### )[^])*?^```json\n(?<json>[^]*?)^```$/gm);
  const entries = [...calls].map(
    ({ groups }) => [groups?.['heading'] ?? '', JSON.parse(groups?.['json'] ?? '') as WireCall] as const,
  );
  return Object.fromEntries(entries);
}
