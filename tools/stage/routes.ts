import * as v from 'valibot';
import { CommandError } from '../command-line.ts';
import { functionsByAlias, Ref, resourcesOf, type Template } from './template.ts';

/** A route of the HTTP API and the function behind it. */
export interface Route {
  /** Method and path, as the template has it: `GET /devices/{sn}`. */
  readonly key: string;
  /** Logical id. */
  readonly functionId: string;
}

export interface RouteMatch {
  readonly route: Route;
  readonly pathParameters: Readonly<Record<string, string>>;
}

// Strict, as an authorizer or a mapping must not be ignored.
const RouteSchema = v.strictObject({
  ApiId: v.optional(v.unknown()),
  AuthorizationType: v.optional(v.literal('NONE')),
  RouteKey: v.pipe(v.string(), v.regex(/^(?!ANY )[A-Z]+ (\/|(\/([^/{}]+|\{\w+\}))+)$/)),
  Target: v.strictObject({ 'Fn::Join': v.tuple([v.literal(''), v.tuple([v.literal('integrations/'), Ref])]) }),
});

const IntegrationSchema = v.strictObject({
  ApiId: v.optional(v.unknown()),
  IntegrationType: v.literal('AWS_PROXY'),
  IntegrationUri: Ref,
  PayloadFormatVersion: v.literal('2.0'),
});

/** The routes of the template, those with fewer variables first. Throws a CommandError when one has no function. */
export function routesOf(template: Template): Route[] {
  const integrations = functionsByIntegration(template);
  return resourcesOf(template, 'AWS::ApiGatewayV2::Route', RouteSchema)
    .map(({ id, properties }) => {
      const functionId = integrations.get(properties.Target['Fn::Join'][1][1]);
      if (functionId === undefined) throw new CommandError(`${id}: it leads to no function of the template`);
      return { key: properties.RouteKey, functionId };
    })
    .sort((one, other) => one.key.split('{').length - other.key.split('{').length);
}

function functionsByIntegration(template: Template): ReadonlyMap<string, string | undefined> {
  const functions = functionsByAlias(template);
  return new Map(
    resourcesOf(template, 'AWS::ApiGatewayV2::Integration', IntegrationSchema).map(({ id, properties }) => [
      id,
      functions.get(properties.IntegrationUri),
    ]),
  );
}

/** The route for a method and a decoded path. The whole path must match: HTTP APIs do not ignore a trailing slash. */
export function matchRoute(routes: readonly Route[], method: string, path: string): RouteMatch | undefined {
  for (const route of routes) {
    const match = patternOf(route).exec(`${method} ${path}`);
    if (match) return { route, pathParameters: { ...match.groups } };
  }
  return undefined;
}

/** A variable stands for one segment of the path, which is not empty. */
function patternOf({ key }: Route): RegExp {
  const literal = (text: string) => text.replaceAll(/[^\w/ ]/g, '\\$&');
  const parts = key.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 1 ? `(?<${part}>[^/]+)` : literal(part)));
  return new RegExp(`^${parts.join('')}$`);
}

/** Logical id of the function behind a route, such as `POST /sc_cloud/upgrade/start`. Throws a CommandError when there is none. */
export function functionBehind(template: Template, key: string): string {
  const functionId = routesOf(template).find((route) => route.key === key)?.functionId;
  if (functionId === undefined) throw new CommandError(`The stack has no route ${key}`);
  return functionId;
}
