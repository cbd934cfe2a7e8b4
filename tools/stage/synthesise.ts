import { synthesiseDev, type Assembly as NewAssembly } from './assembly.ts';

export interface Assembly extends NewAssembly {
  close(): Promise<void>;
}

/** Until the last of its users starts its stage by the composer. */
export async function synthesise(): Promise<Assembly> {
  const scope = new AsyncDisposableStack();
  return { ...(await synthesiseDev(scope)), close: () => scope.disposeAsync() };
}
