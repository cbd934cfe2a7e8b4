import type { Assembly } from '../../stage/synthesise.ts';

/** The assembly with functions that have no settings at all. */
export function withoutVariables(assembly: Assembly): Assembly {
  return withEnvironment(assembly, () => ({}));
}

/** The assembly with functions that have one setting changed. */
export function withVariable(assembly: Assembly, name: string, value: string): Assembly {
  return withEnvironment(assembly, (properties) => {
    const { Environment } = properties;
    const variables = isRecord(Environment) && isRecord(Environment['Variables']) ? Environment['Variables'] : {};
    return { Environment: { Variables: { ...variables, [name]: value } } };
  });
}

function withEnvironment(
  assembly: Assembly,
  change: (properties: Record<string, unknown>) => Record<string, unknown>,
): Assembly {
  const resources = Object.entries(assembly.template.Resources).map(([id, resource]) => {
    if (resource.Type !== 'AWS::Lambda::Function') return [id, resource] as const;
    const { Environment, ...rest } = resource.Properties;
    return [id, { ...resource, Properties: { ...rest, ...change({ Environment }) } }] as const;
  });
  return { ...assembly, template: { ...assembly.template, Resources: Object.fromEntries(resources) } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
