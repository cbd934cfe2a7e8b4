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

/** The properties of the resources of a type. */
export function propertiesOf(template: Template, type: string): Record<string, unknown>[] {
  return Object.values(resources(template, type)).map(({ Properties }) => Properties);
}

interface Intrinsic {
  readonly Ref?: string;
  readonly 'Fn::GetAtt'?: readonly [string, string];
  readonly 'Fn::Join'?: readonly [string, readonly unknown[]];
}

/** A value with each reference to a resource as its logical id in `<>`, and joined texts as one. */
export function withoutTokens(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTokens);
  if (typeof value !== 'object' || value === null) return value;
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': joined } = value as Intrinsic;
  if (Ref !== undefined) return `<${Ref}>`;
  if (attribute !== undefined) return `<${attribute[0]}>`;
  if (joined !== undefined) {
    const [by, parts] = joined;
    return parts.map(withoutTokens).join(by);
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutTokens(inner)]));
}

/** The outputs of a stage, in which references are logical ids in `<>`. */
export function outputsOf(stage: string): Record<string, string> {
  const values = Object.entries(templateOf(stage).Outputs);
  return Object.fromEntries(values.map(([name, { Value }]) => [name, String(withoutTokens(Value))]));
}
