import * as v from 'valibot';
import { textOf } from '../../client/src/response.ts';
import { reasonOf } from '../reason.ts';
import type { Case, Passing } from './cases/case.ts';
import { operationAt, type ApiRequest } from './requests.ts';
import { readDocument } from './openapi-file.ts';
import { jsonIn, responseValidator, type Answer, type ValidateResponse } from './response-validator.ts';

/** The outcome of a case, in words without secrets. */
export interface Outcome {
  readonly rule: string;
  readonly name: string;
  readonly passed: boolean;
  readonly expected: string;
  readonly got: string;
  /** What is wrong with the answer; empty when the case passed, or no answer came. */
  readonly faults: readonly string[];
}

export interface RunOptions {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  /** Session ids that must never be printed. */
  readonly secrets: readonly string[];
  readonly timeoutSeconds: number;
}

/** Made once: that takes a second, and tests run many programs in one process. */
let closedValidator: ValidateResponse | undefined;

/**
 * Runs the cases one after another. The first request without an answer ends the run: the others would hardly get one,
 * and a deployment waits for the result.
 */
export async function* runCases(
  cases: readonly Case[],
  { url, secrets, timeoutSeconds }: RunOptions,
): AsyncGenerator<Outcome, void> {
  const redact = redactor(secrets);
  const validate = (closedValidator ??= responseValidator(readDocument(), { closed: true }));
  for (const each of cases) {
    const { rule, name } = each;
    const expected = each.passes.map(inWords).join(', or ');
    const answer = await send(url, each.request, timeoutSeconds);
    if (typeof answer === 'string') {
      yield { rule, name, passed: false, expected, got: answer, faults: [] };
      return;
    }
    const faults = faultsOf(each, answer, validate).map(redact);
    const got = `${String(answer.status)} with ${redact(answer.text)}`;
    yield { rule, name, passed: faults.length === 0, expected, got, faults };
  }
}

/** Returns a function that removes session ids from a text, in every form that a service may echo. */
function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = secrets.flatMap((secret) => [JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), secret]);
  return (text) => forms.reduce((clean, form) => clean.replaceAll(form, '[session id]'), text);
}

/** The answer, or why none came. */
export async function send(url: string, request: ApiRequest, timeoutSeconds: number): Promise<Answer | string> {
  const { method, path, headers, body = null } = request;
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      body,
      // The API never redirects, and cookies must not go anywhere else.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    });
    const text = await textOf(response);
    if (text === undefined) return 'no answer: what came is longer than any answer of the service';
    return { status: response.status, headers: response.headers, text };
  } catch (error) {
    return `no answer: ${reason(error, timeoutSeconds)}`;
  }
}

const TimedOut = v.object({ name: v.literal('TimeoutError') });

function reason(error: unknown, timeoutSeconds: number): string {
  return v.is(TimedOut, error) ? `none came within ${String(timeoutSeconds)} s` : reasonOf(error);
}

const Entries = v.fallback(v.array(v.looseObject({})), []);
const Body = v.fallback(v.looseObject({ details: Entries, serverList: Entries, next: v.optional(v.unknown()) }), {
  details: [],
  serverList: [],
});

/** What is wrong with an answer, one line for each fault, and then what to do about its codes. */
export function faultsOf(of: Case, answer: Answer, validate: ValidateResponse): readonly string[] {
  return [...wrongIn(of, answer, validate), ...adviceOn(of, answer)];
}

function adviceOn({ advice = {} }: Case, { text }: Answer): readonly string[] {
  const { result, details } = v.parse(Body, jsonIn(text));
  const codes = [result, ...details.map((detail) => detail['result'])];
  return Object.entries(advice).flatMap(([code, line]) => (codes.includes(Number(code)) ? [line] : []));
}

function wrongIn({ request, passes }: Case, answer: Answer, validate: ValidateResponse): readonly string[] {
  const passing = passes.find(({ status }) => status === answer.status);
  if (passing === undefined) return [`HTTP ${String(answer.status)} is not an answer to this`];
  const body = v.parse(Body, jsonIn(answer.text));
  const code = body['result'] ?? body['status'] ?? body['message'];
  const operation = operationAt(request.path);
  const ids = body.serverList.map(({ id }) => id);
  return [
    ...(code === passing.code ? [] : [`the code is ${JSON.stringify(code)}, not ${JSON.stringify(passing.code)}`]),
    ...('method' in body && body['method'] !== operation ? [`the method is not ${String(operation)}`] : []),
    ...(isTold(body.details, passing) ? [] : ['details is not what may be told']),
    ...(hasFirmwares(body, passing) ? [] : ['details lacks a firmware, or is not in order']),
    ...(new Set(ids).size === ids.length ? [] : ['two servers have one id']),
    ...validate(request, answer),
  ];
}

type Details = readonly Readonly<Record<string, unknown>>[];

function hasFirmwares({ details, next }: v.InferOutput<typeof Body>, { firmwareIds = [] }: Passing): boolean {
  const ids = details.map((detail) => Number(detail['firmware-id']));
  // A stage of somebody else's may have them on a later page.
  const mayFollow = (id: number) => next !== undefined && id > Number(ids.at(-1));
  const isInOrder = ids.every((id, index) => index === 0 || id > Number(ids[index - 1]));
  return firmwareIds.length === 0 || (isInOrder && firmwareIds.every((id) => ids.includes(id) || mayFollow(id)));
}

function isTold(details: Details, { devices, fields = [] }: Passing): boolean {
  if (devices === undefined) return true;
  return (
    details.length === devices.length &&
    devices.every(([name, ...codes], index) => {
      const detail = details[index] ?? {};
      const { sn, 'rollout-id': rolloutId, field, result } = detail;
      return (
        (sn ?? rolloutId ?? field) === name &&
        codes.some((code) => code === result) &&
        fields.every((field) => Object.hasOwn(detail, field))
      );
    })
  );
}

function inWords({ status, code, devices = [], fields, firmwareIds = [] }: Passing): string {
  const firmwares = firmwareIds.length > 0 ? `, firmware ${firmwareIds.join(' and ')} among them` : '';
  const told = devices.map(([sn, ...codes]) => `${codes.join(' or ')} for ${sn}`);
  const details = told.length > 0 ? `: ${told.join(', ')}` : '';
  return `${String(status)} with ${String(code)}${details}${fields ? `, and ${fields.join(', ')}` : ''}${firmwares}`;
}
