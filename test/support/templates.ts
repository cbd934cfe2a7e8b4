import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembliesFolder } from './assemblies.ts';

export interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
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
