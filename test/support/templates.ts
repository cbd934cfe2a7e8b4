import { Template } from 'aws-cdk-lib/assertions';
import { createApp } from '../../infra/create-app.ts';

export interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

/** All kinds of stages; `ann` stands for the personal ones. */
export const STAGES = ['dev', 'staging', 'prod', 'ann'] as const;

const templates = new Map<string, Template>();

/** The template of a stage, without the bundles: those are tested by themselves. */
export function templateOf(stage: string): Template {
  const template = templates.get(stage) ?? synthesised(stage);
  templates.set(stage, template);
  return template;
}

function synthesised(stage: string): Template {
  const app = createApp({ context: { 'aws:cdk:bundling-stacks': [] } }, stage);
  const [stack] = app.synth().stacks;
  return Template.fromJSON(stack?.template as Record<string, unknown>);
}

/** The resources of a type by their logical ids. */
export function resources(template: Template, type: string): Record<string, Resource> {
  return template.findResources(type) as Record<string, Resource>;
}
