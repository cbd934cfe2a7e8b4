import { afterAll } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppProps } from 'aws-cdk-lib';
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

const outdir = mkdtempSync(join(tmpdir(), 'templates-'));
afterAll(() => {
  rmSync(outdir, { recursive: true });
});

/** For an app of a test: without bundles, and in a folder that is cleared away. */
export const QUICK: AppProps = { outdir, context: { 'aws:cdk:bundling-stacks': [] } };

const templates = new Map<string, Template>();

/** The template of a stage, without the bundles: those are tested by themselves. */
export function templateOf(stage: string): Template {
  const template = templates.get(stage) ?? synthesised(stage);
  templates.set(stage, template);
  return template;
}

function synthesised(stage: string): Template {
  const app = createApp(QUICK, stage);
  const [stack] = app.synth().stacks;
  return Template.fromJSON(stack?.template as Record<string, unknown>);
}

/** The resources of a type by their logical ids. */
export function resources(template: Template, type: string): Record<string, Resource> {
  return template.findResources(type) as Record<string, Resource>;
}
