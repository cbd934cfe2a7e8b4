import { format } from 'node:util';

type WriteLine = (line: string) => void;

/**
 * Makes `console` write one JSON object per line, as Lambda's Node.js runtime does for the JSON log format at its
 * default level: nothing below INFO.
 */
export function patchConsole(write: WriteLine, currentRequestId: () => string | undefined): void {
  const at =
    (level: string) =>
    (...args: unknown[]) => {
      write(logLine(level, currentRequestId(), args));
    };
  const ignore = () => undefined;
  Object.assign(console, {
    trace: ignore,
    debug: ignore,
    log: at('INFO'),
    info: at('INFO'),
    warn: at('WARN'),
    error: at('ERROR'),
    fatal: at('FATAL'),
  });
}

/** One line of a log: JSON with `timestamp`, `level`, `requestId`, `message` and the details of an error among `args`. */
export function logLine(level: string, requestId: string | undefined, args: readonly unknown[]): string {
  const entry = { timestamp: new Date().toISOString(), level, requestId };
  const [message, ...params] = args;
  if (params.length > 0) {
    const error = params.find((param) => param instanceof Error);
    return JSON.stringify({ ...entry, message: format(message, ...params), ...(error && describe(error)) });
  }
  try {
    return JSON.stringify({ ...entry, message }, (_key, value: unknown) =>
      value instanceof Error ? Object.assign(describe(value), value) : value,
    );
  } catch {
    // Circular, or holding a BigInt.
    return JSON.stringify({ ...entry, message: format(message) });
  }
}

function describe(error: Error) {
  return { errorType: error.constructor.name, errorMessage: error.message, stackTrace: error.stack?.split('\n') };
}
