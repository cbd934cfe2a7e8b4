import { HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { UPGRADE_PATHS } from '../functions/upgrade/routes.ts';

/** A route of the API. */
export interface RouteOf {
  readonly method: HttpMethod;
  readonly path: string;
}

/** Interface 4.1, for the stage's own device and, with another base URL, for each device. */
export const LIST_ROUTES: readonly RouteOf[] = [
  '/V1.0/stream/getStreamServersList',
  '/devices/{sn}/V1.0/stream/getStreamServersList',
].flatMap((path) => [HttpMethod.GET, HttpMethod.POST].map((method) => ({ method, path })));

/** Interface 4.2, and our own operations next to it. */
export const UPGRADE_ROUTES: readonly RouteOf[] = Object.values(UPGRADE_PATHS).map((path) => ({
  method: HttpMethod.POST,
  path,
}));

/** The route as the gateway names it: `GET /path`. */
export function routeKey({ method, path }: RouteOf): string {
  return `${method} ${path}`;
}
