import { HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { OPERATIONS, type FunctionName } from '../functions/domain/operations.ts';

/** A route of the API. */
export interface RouteOf {
  readonly method: HttpMethod;
  readonly path: string;
}

/** The routes of all operations that a function serves. */
export function routesOf(name: FunctionName): readonly RouteOf[] {
  return Object.values(OPERATIONS)
    .filter((operation) => operation.function === name)
    .flatMap(({ methods, paths }) =>
      paths.flatMap((path) => methods.map((method) => ({ method: HttpMethod[method], path }))),
    );
}

/** The route as the gateway names it: `GET /path`. */
export function routeKey({ method, path }: RouteOf): string {
  return `${method} ${path}`;
}
