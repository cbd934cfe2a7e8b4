/** The workflow files, as far as a parser can hold them to what docs/deploying.md says. */
import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { NAMED_STAGES } from '../../infra/stages.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly needs?: string;
  readonly uses?: string;
  readonly environment?: string;
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: unknown;
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const GITHUB = new URL('../../.github/', import.meta.url);
const DEPLOY_STAGE = './.github/actions/deploy-stage';
const STAGES = Object.keys(NAMED_STAGES);

function parse(file: string): unknown {
  const document = parseDocument(readFileSync(new URL(file, GITHUB), 'utf8'));
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS();
}

const files = readdirSync(new URL('workflows/', GITHUB));
const workflows = files.map((file) => parse(`workflows/${file}`) as Workflow);
const jobs = workflows.flatMap((workflow) => Object.entries(workflow.jobs));
const check = parse('workflows/check.yml') as Workflow;
const deploy = parse('workflows/deploy.yml') as Workflow;
const action = parse('actions/deploy-stage/action.yml') as { runs: { steps: Step[] } };
const steps = [...jobs.flatMap(([, job]) => job.steps ?? []), ...action.runs.steps];

const deploysOf = (job: Job) => (job.steps ?? []).filter(({ uses }) => uses === DEPLOY_STAGE);

test('Each job of its own has a time-out of an hour at most', () => {
  for (const [, { uses, 'timeout-minutes': minutes }] of jobs) {
    if (uses === undefined) expect(minutes).toBeLessThanOrEqual(60);
  }
});

test('Each job may read the code, those that deploy may prove who they are, and nothing may do more', () => {
  for (const { permissions } of workflows) expect(permissions).toEqual({});
  for (const [, job] of jobs) {
    const deploys = deploysOf(job).length > 0;
    expect(job.permissions).toEqual({ contents: 'read', ...(deploys && { 'id-token': 'write' }) });
  }
});

test('Each action is of a fixed version', () => {
  for (const { uses } of steps) {
    if (uses !== undefined) expect(uses).toMatch(/^(\.\/.+|[^@]+@(v\d+|[0-9a-f]{40}))$/);
  }
});

test('No expression is put into a command, where it would be code', () => {
  for (const { run = '' } of steps) expect(run).not.toContain('${{');
});

test('No code is checked out with a token that later steps could use', () => {
  for (const { uses = '', with: options } of steps) {
    if (uses.startsWith('actions/checkout@')) expect(options).toEqual({ 'persist-credentials': false });
  }
});

describe('The check', () => {
  test('is the whole gate, on each push and pull request, and before a deploy', () => {
    expect(Object.keys(check.on)).toEqual(['push', 'pull_request', 'workflow_call']);
    expect(check.jobs['check']?.steps?.at(-1)?.run).toBe('.ci/run');
    // What the one leaves out, the other does.
    expect([check.on['push'], deploy.on['push']]).toEqual([{ 'branches-ignore': ['main'] }, { branches: ['main'] }]);
    expect(deploy.jobs['check']?.uses).toBe('./.github/workflows/check.yml');
  });
});

test('The check lints the templates of all stages and of a personal one, by a fixed version of the linter', () => {
  const commands = check.jobs['templates']?.steps?.map(({ run = '' }) => run) ?? [];
  const stages = /for stage in (.+); do/.exec(commands.join('\n'))?.[1]?.split(' ');
  expect(stages).toEqual([...STAGES, 'personal']);
  expect(commands).toContain('pipx install cfn-lint==1.51.0');
  expect(commands.at(-1)).toMatch(/^cfn-lint .* --template cdk\.out\/\*\/StreamFleet\.template\.json$/);
});

describe('A deploy', () => {
  test('happens after a push to main, and never else', () => {
    expect(Object.keys(deploy.on)).toEqual(['push']);
    expect(
      workflows.filter((workflow) => Object.values(workflow.jobs).some((job) => deploysOf(job).length > 0)),
    ).toEqual([deploy]);
  });

  test('goes from the check to dev, to staging, to prod', () => {
    const order = Object.entries(deploy.jobs).map(([name, { needs }]) => [name, needs]);
    expect(order).toEqual([
      ['check', undefined],
      ['dev', 'check'],
      ['staging', 'dev'],
      ['prod', 'staging'],
    ]);
  });

  test.each(STAGES)('of %s is in the environment that protects it, and never two at once nor half of one', (stage) => {
    const job = deploy.jobs[stage] ?? {};
    expect(deploysOf(job).map((step) => step.with?.['stage'])).toEqual([stage]);
    expect(job.environment).toBe(stage);
    expect(job.concurrency).toEqual({ group: `deploy-${stage}`, 'cancel-in-progress': false });
  });

  test('is of a stage that there is', () => {
    const deployed = jobs.flatMap(([, job]) => deploysOf(job).map((step) => step.with?.['stage']));
    expect(deployed).toEqual(STAGES);
  });

  test('installs without credentials, deploys that stage, and ends with its smoke check', () => {
    const parts = action.runs.steps.map(({ uses = '', run = '' }) => uses.split('@', 1).join() || run);
    expect(parts).toEqual([
      'actions/setup-node',
      expect.stringMatching(/^npm ci /),
      'aws-actions/configure-aws-credentials',
      'npx cdk deploy -c "stage=$STAGE" --require-approval never --outputs-file "$RUNNER_TEMP/outputs.json"',
      expect.stringMatching(/ApiUrl[^]*npm run --silent smoke -- --url "\$url"\n$/),
    ]);
    expect(action.runs.steps.find(({ run = '' }) => run.includes('cdk deploy'))?.env).toEqual({
      STAGE: '${{ inputs.stage }}',
    });
  });

  test('never starts an upgrade', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('--start');
  });
});
