import * as v from 'valibot';
import { OPERATIONS } from '../../functions/domain/operations.ts';
import { casesFor, DEMO_SUBJECT } from './cases/all.ts';
import type { Case } from './cases/case.ts';
import { KINDS } from './kinds.ts';
import { operationAt } from './requests.ts';
import { readDocument } from './openapi-file.ts';

export type Bodies = Readonly<Record<string, object>>;

/** An example of the document: a local stage's answer to a case. */
export interface Example {
  readonly name: string;
  readonly summary: string;
  /** Name of the response in the document: a kind of operation and an HTTP status. */
  readonly response: string;
  readonly body: object;
}

const Content = v.object({ examples: v.record(v.string(), v.object({ value: v.looseObject({}) })) });

/** The bodies that docs/openapi.yaml has. It is the only place that keeps them. */
export function documentedBodies(): Bodies {
  const contents = Object.values(readDocument().components.responses).flatMap(({ content }) => Object.values(content));
  const examples = contents.flatMap((content) => Object.entries(v.parse(Content, content).examples));
  return Object.fromEntries(examples.map(([name, { value }]) => [name, value]));
}

/** The examples in the order of their cases. Throws when one has no body. */
export function examplesWith(bodies: Bodies): readonly Example[] {
  return casesFor(DEMO_SUBJECT).flatMap((of) => {
    const { example: name, name: summary } = of;
    if (name === undefined) return [];
    const body = bodies[name];
    if (body === undefined) throw new Error(`${name} is not recorded: npm run openapi -- --record`);
    return { name, summary, response: responseOf(of), body };
  });
}

/** A refusal is of one kind, by whichever operation on upgrades, or on roll-outs. */
function responseOf({ request, passes: [passing] }: Case): string {
  const status = String(passing?.status);
  const operation = operationAt(request.path);
  if (operation === undefined || operation === 'getStreamServersList') return `List${status}`;
  if (status === '200') return `${KINDS[operation]}200`;
  return OPERATIONS[operation].function === 'rollout' ? `Rollout${status}` : `Upgrade${status}`;
}
