/** All templates against AWS's own specification of its resources, so that what it refuses fails here and not in a deploy. */
import { describe, expect, test } from '@jest/globals';
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import { STAGES } from '../support/assemblies.ts';
import { templateOf, type Resource, type Template } from '../support/templates.ts';

const spec = loadAwsServiceSpecSync();

const specOf = (type: string) => spec.lookup('resource', 'cloudFormationType', 'equals', type).at(0);

type Fields = Readonly<Record<string, unknown>>;
type Properties = NonNullable<ReturnType<typeof specOf>>['properties'];
type PropertyType = Properties[string]['type'];

/** What the specification has against a template, by where it stands. */
function faultsOf({ Resources }: Pick<Template, 'Resources'>): string[] {
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

/** What CloudFormation puts a value in place of. */
function isIntrinsic(value: unknown): boolean {
  const [key, ...more] = isFields(value) ? Object.keys(value) : [];
  return more.length === 0 && key !== undefined && /^(Ref|Fn::\w+)$/.test(key);
}

/** References to what there is not: a resource, or an attribute of one. */
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

test.each(STAGES)('AWS takes each property of each resource of %s', (stage) => {
  expect(faultsOf(templateOf(stage))).toEqual([]);
});

describe('AWS would refuse', () => {
  const pipe = Object.values(templateOf('dev').Resources).find(({ Type }) => Type === 'AWS::Pipes::Pipe');
  const { Source: _source, ...withoutSource } = pipe?.Properties ?? {};

  test.each<[string, Fields, string]>([
    ['a property that there is not', { ...pipe?.Properties, Filter: [] }, 'Pipe/Filter: unknown'],
    ['a property that is missing', withoutSource, 'Pipe/Source: required'],
    ['a value of another type', { ...pipe?.Properties, Description: 1 }, 'Pipe/Description: not string'],
    [
      'a property inside another that there is not',
      { ...pipe?.Properties, LogConfiguration: { Levels: 'ERROR' } },
      'Pipe/LogConfiguration/Levels: unknown',
    ],
    [
      'a number that is not whole',
      {
        ...pipe?.Properties,
        SourceParameters: { DynamoDBStreamParameters: { StartingPosition: 'LATEST', BatchSize: 1.5 } },
      },
      'Pipe/SourceParameters/DynamoDBStreamParameters/BatchSize: not integer',
    ],
    ['a list in place of a text', { ...pipe?.Properties, Target: [] }, 'Pipe/Target: not string'],
    [
      'an attribute that there is not',
      { ...pipe?.Properties, Target: { 'Fn::GetAtt': ['Bus', 'Address'] } },
      'Pipe/Target: no attribute Address of Bus',
    ],
    [
      'a resource that there is not',
      { ...pipe?.Properties, Target: { Ref: 'Nothing' } },
      'Pipe/Target: no resource Nothing',
    ],
  ])('%s', (_what, Properties, fault) => {
    const bus: Resource = { Type: 'AWS::Events::EventBus', Properties: { Name: 'bus' } };
    const fleet: Resource = { Type: 'AWS::Fleets::Fleet', Properties: {} };
    const { Resources } = templateOf('dev');
    const faults = faultsOf({
      Resources: { ...Resources, Bus: bus, Fleet: fleet, Pipe: { Type: 'AWS::Pipes::Pipe', Properties } },
    });
    expect(faults).toEqual(['Fleet: no type AWS::Fleets::Fleet', fault]);
  });
});
