/** The file and the export that a `Handler` property names: `index.handler` is `handler` of `index.js`. */
export function handlerLocation(handler: string): { file: string; exportName: string } {
  const [moduleName = '', exportName = ''] = handler.split('.');
  return { file: `${moduleName}.js`, exportName };
}
