import { recordedAnswers } from './record/recorded.ts';
import { AWS_EXAMPLES } from './responses/gateway.ts';

/** Examples of a response by name: answers that were recorded, and those that nothing but AWS itself gives. */
export function examplesOf(response: string, status: number): object {
  const answers = recordedAnswers().filter((answer) => answer.response === response);
  const examples = answers.map(({ name, summary, body }) => [name, { summary, value: body }] as const);
  return { ...Object.fromEntries(examples), ...AWS_EXAMPLES[status] };
}
