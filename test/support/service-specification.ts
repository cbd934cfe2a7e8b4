import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import type { Template } from './templates.ts';

const spec = loadAwsServiceSpecSync();

const specOf = (type: string) => spec.lookup('resource', 'cloudFormationType', 'equals', type).at(0);

export type Fields = Readonly<Record<string, unknown>>;
type Properties = NonNullable<ReturnType<typeof specOf>>['properties'];
type PropertyType = Properties[string]['type'];

/** Violations of AWS's own specification in a template, each with its path. */
export function faultsOf({ Resources }: Pick<Template, 'Resources'>): string[] {
  return Object.entries(Resources).flatMap(([id, { Type, Properties = {} }]) => {
    const resource = specOf(Type);
    if (resource === undefined) return [`${id}: no type ${Type}`];
    return [...faultsOfFields(id, Properties, resource.properties), ...faultsOfReferences(id, Properties, Resources)];
  });
}

function faultsOfFields(path: string, fields: Fields, properties: Properties): string[] {
  const missing = Object.entries(properties)
    .filter(([name, { required }]) => required === true && !(name in fields))
    .map(([name]) => `${path}/${name}: required`);
  const wrong = Object.entries(fields).flatMap(([name, value]) => {
    const property = properties[name];
    return property === undefined
      ? [`${path}/${name}: unknown`]
      : faultsOfValue(`${path}/${name}`, value, property.type);
  });
  return [...missing, ...wrong];
}

function faultsOfValue(path: string, value: unknown, type: PropertyType): string[] {
  if (isIntrinsic(value)) return [];
  if (type.type === 'union') {
    const faults = type.types.map((one) => faultsOfValue(path, value, one));
    return faults.find(({ length }) => length === 0) ?? faults[0] ?? [];
  }
  return IS[type.type](value) ? faultsInside(path, value as Fields, type) : [`${path}: not ${type.type}`];
}

function faultsInside(path: string, value: Fields, type: PropertyType): string[] {
  if (type.type === 'ref') return faultsOfFields(path, value, spec.get('typeDefinition', type.reference).properties);
  if (type.type !== 'array' && type.type !== 'map') return [];
  return Object.entries(value).flatMap(([key, item]) => faultsOfValue(`${path}/${key}`, item, type.element));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const IS: Record<Exclude<PropertyType['type'], 'union'>, (value: unknown) => boolean> = {
  array: (value) => Array.isArray(value),
  boolean: (value) => typeof value === 'boolean',
  'date-time': (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  json: () => true,
  map: isFields,
  null: (value) => value === null,
  number: (value) => typeof value === 'number',
  ref: isFields,
  string: (value) => typeof value === 'string',
  tag: (value) => isFields(value) && Object.keys(value).sort().join() === 'Key,Value',
};

/** Whether CloudFormation replaces this with a value. */
function isIntrinsic(value: unknown): boolean {
  const [key, ...more] = isFields(value) ? Object.keys(value) : [];
  return more.length === 0 && key !== undefined && /^(Ref|Fn::\w+)$/.test(key);
}

/** References to a resource or an attribute that does not exist. */
function faultsOfReferences(path: string, value: unknown, resources: Template['Resources']): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { Ref: ref, 'Fn::GetAtt': getAtt } = value as { Ref?: string; 'Fn::GetAtt'?: string[] };
  const [id, attribute] = ref === undefined ? (getAtt ?? []) : [ref];
  if (id !== undefined)
    return id.startsWith('AWS::') ? [] : faultsOfReference(path, resources[id]?.Type, id, attribute);
  return Object.entries(value).flatMap(([key, item]) => faultsOfReferences(`${path}/${key}`, item, resources));
}

function faultsOfReference(
  path: string,
  type: string | undefined,
  id: string,
  attribute: string | undefined,
): string[] {
  const target = specOf(type ?? '');
  if (target === undefined) return [`${path}: no resource ${id}`];
  return attribute === undefined || attribute in target.attributes
    ? []
    : [`${path}: no attribute ${attribute} of ${id}`];
}
