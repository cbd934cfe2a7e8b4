import * as v from 'valibot';

const answerSchema = v.object({ statusCode: v.number(), body: v.string() });
const bodySchema = v.object({ details: v.array(v.object({ result: v.number() })) });

/** Status and body of an answer, as JSON values. */
export function readAnswer(answer: string): { statusCode: number; body: unknown } {
  const { statusCode, body } = v.parse(answerSchema, JSON.parse(answer));
  return { statusCode, body: JSON.parse(body) };
}

/** Throws unless every answer tells so many devices this result: an error would be a fast answer. */
export function requireResults(name: string, answers: readonly string[], batch: number, result: number): void {
  for (const answer of answers) {
    const { statusCode, body } = readAnswer(answer);
    const { details } = v.parse(bodySchema, body);
    if (details.length === batch && details.every((detail) => detail.result === result)) continue;
    throw new Error(
      `${name} should have told ${String(batch)} devices ${String(result)}: ${String(statusCode)} ${answer.slice(0, 300)}`,
    );
  }
}
