import type { Answer, CheckRequest } from './check.ts';

/** The answer, or in words why there is none. */
export async function send(url: string, request: CheckRequest, timeoutSeconds: number): Promise<Answer | string> {
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
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    return `no answer: ${reason(error, timeoutSeconds)}`;
  }
}

function reason(error: unknown, timeoutSeconds: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `none came within ${String(timeoutSeconds)} s`;
  // `fetch` says only that it failed; why stands in the cause, and for a host with several addresses in its code.
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message === '' && 'code' in cause ? String(cause.code) : cause.message;
}
