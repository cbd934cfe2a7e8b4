import type { Asked } from './contract.ts';
import { responseAt, type DocumentedResponse, type OpenApiDocument } from './read-document.ts';

/** The responses of the operation that a request asks for, by HTTP status; undefined if it asks for none. */
export function matchingResponses(
  document: OpenApiDocument,
  { method, path }: Asked,
): ReadonlyMap<number, DocumentedResponse> | undefined {
  const [pathname = ''] = path.split('?');
  const methods = Object.entries(document.paths).find(([template]) => matches(template, pathname))?.[1];
  const operation = methods?.[method.toLowerCase()];
  if (operation === undefined) return undefined;
  const responses = Object.entries(operation.responses);
  return new Map(responses.map(([status, { $ref }]) => [Number(status), responseAt(document, $ref)]));
}

function matches(template: string, pathname: string): boolean {
  const expected = template.split('/');
  const segments = pathname.split('/');
  return (
    expected.length === segments.length &&
    expected.every((part, index) => (part.startsWith('{') ? segments[index] !== '' : part === segments[index]))
  );
}
