/**
 * The path of a request as an HTTP API sees it when it chooses the route and fills `rawPath`: decoded twice, and what
 * follows a `?` between the two is lost. Undefined when it cannot be decoded. So it was captured from the real service:
 * `space%20value` → `space value`, `slash%2Fvalue` → `slash/value`, `literal%252Fvalue` → `literal/value`,
 * `question%3Fvalue` → `question`, `percent%25done` → 400 (hotsock/voker, vokerhttp/testdata/ingress-paths.json).
 */
export function requestPath(encoded: string): string | undefined {
  try {
    const [path = ''] = decodeURIComponent(encoded).split('?');
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
