/** The workflow files and actions, parsed. */
import { expect } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Job {
  readonly needs?: string;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly uses?: string;
  readonly environment?: string;
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: unknown;
  readonly steps?: readonly Step[];
}

export interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

export const GITHUB = new URL('../../.github/', import.meta.url);
export const DEPLOY_STAGE = './.github/actions/deploy-stage';

function parse(file: string): unknown {
  const document = parseDocument(readFileSync(new URL(file, GITHUB), 'utf8'));
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS();
}

const files = readdirSync(new URL('workflows/', GITHUB));
export const workflows = files.map((file) => parse(`workflows/${file}`) as Workflow);
export const jobs = workflows.flatMap((workflow) => Object.entries(workflow.jobs));
export const check = parse('workflows/check.yml') as Workflow;
export const deploy = parse('workflows/deploy.yml') as Workflow;
export const actions = new Map(
  readdirSync(new URL('actions/', GITHUB)).map((name) => {
    const { runs } = parse(`actions/${name}/action.yml`) as { runs: { steps: Step[] } };
    return [`./.github/actions/${name}`, runs.steps] as [string, Step[]];
  }),
);
export const steps = [...jobs.flatMap(([, job]) => job.steps ?? []), ...[...actions.values()].flat()];

/** The steps of a job, including those of the project's own actions. */
export const stepsOf = (job: Job) =>
  (job.steps ?? []).flatMap((step) => [step, ...(actions.get(step.uses ?? '') ?? [])]);
