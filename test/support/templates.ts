import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembliesFolder } from './assemblies.ts';

export interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  readonly DependsOn?: readonly string[];
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

/** A template as it was synthesised, JSON. */
export interface Template {
  readonly Description: string;
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs: Readonly<Record<string, { readonly Value: unknown }>>;
}

/** The template of a stage, as it was synthesised for this run. */
export function templateOf(stage: string): Template {
  const file = join(assembliesFolder(), stage, 'StreamFleet.template.json');
  return JSON.parse(readFileSync(file, 'utf8')) as Template;
}

/** The resources of a type by their logical ids. */
export function resources({ Resources }: Template, type: string): Record<string, Resource> {
  return Object.fromEntries(Object.entries(Resources).filter(([, { Type }]) => Type === type));
}

/**
 * The resources of a type in prod by their logical ids. Ids are without hashes, here and in the properties, where each
 * reference to a resource is its id in `<>`, with the attribute.
 */
export function partsOf(type: string): Record<string, Resource> {
  return withoutTokens(resources(templateOf('prod'), `AWS::${type}`)) as Record<string, Resource>;
}

/** The properties of those. */
export function propertiesOf(type: string): Resource['Properties'][] {
  return Object.values(partsOf(type)).map(({ Properties }) => Properties);
}

/** The outputs of a stage, in which references are ids in `<>`. */
export function outputsOf(stage: string): Record<string, string> {
  const outputs = withoutTokens(templateOf(stage).Outputs) as Template['Outputs'];
  return Object.fromEntries(Object.entries(outputs).map(([name, { Value }]) => [name, String(Value)]));
}

interface Intrinsic {
  readonly Ref?: string;
  readonly 'Fn::GetAtt'?: readonly [string, string];
  readonly 'Fn::Join'?: readonly [string, readonly unknown[]];
}

const withoutHash = (id: string) => id.replace(/[0-9A-F]{8}$/, '');

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function withoutTokens(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTokens);
  if (typeof value === 'string') return withoutHash(value);
  if (typeof value !== 'object' || value === null) return value;
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': joined } = value as Intrinsic;
  if (Ref !== undefined) return `<${withoutHash(Ref)}>`;
  if (attribute !== undefined) return `<${withoutHash(attribute[0])}.${attribute[1]}>`;
  if (joined !== undefined) return joined[1].map(withoutTokens).map(asText).join(joined[0]);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [withoutHash(key), withoutTokens(inner)]));
}
